/** Where the parts of a diagram of flows are: from places on the left to places on the right. Pure. */
import { sankey, type SankeyGraph, sankeyLinkHorizontal } from "d3-sankey";
import type { Flow } from "./document";

/** A place with flows. */
export interface FlowPlace {
  name: string;
  side: "from" | "to";
  /** How many places it stands for, if these are small ones. */
  others?: number;
  /** The sum of its flows. */
  size: number;
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A flow as a line with a width. */
export interface FlowLine {
  /** The index of the place that it comes from, counted on its side. */
  from: number;
  path: string;
  width: number;
}

/** A diagram. */
export interface FlowLayout {
  width: number;
  height: number;
  places: FlowPlace[];
  lines: FlowLine[];
}

/** The names of more places than this on one side would not be readable. */
const mostPlaces = 14;

const [width, margin, placeWidth, gap, leastHeight, heightOfPlace] = [1000, 260, 14, 36, 140, 56] as const;

interface Node {
  id: string;
  name: string;
  side: "from" | "to";
  others?: number;
}

/** Computes the layout. On each side, the largest places are shown, and the others as one. */
export function layOutFlows(flows: readonly Flow[]): FlowLayout {
  const sides = { from: placesOf(flows, "from"), to: placesOf(flows, "to") };
  const nodes = [...sides.from.nodes, ...sides.to.nodes];
  const sums = new Map<string, { source: string; target: string; value: number }>();
  for (const { from, to, size } of flows) {
    const [source, target] = [sides.from.nodeOf(from), sides.to.nodeOf(to)];
    const key = `${source} ${target}`;
    const sum = sums.get(key) ?? { source, target, value: 0 };
    sums.set(key, { ...sum, value: sum.value + size });
  }
  const rows = Math.max(sides.from.nodes.length, sides.to.nodes.length);
  const height = Math.max(leastHeight, rows * heightOfPlace + gap);
  if (sums.size === 0) return { width, height, places: [], lines: [] };
  const graph = sankey<Node, object>()
    .nodeId(({ id }) => id)
    .nodeWidth(placeWidth)
    .nodePadding(gap)
    .extent([
      [margin, gap / 2],
      [width - margin, height - gap / 2],
    ])({ nodes: nodes.map((node) => ({ ...node })), links: [...sums.values()] });
  return { width, height, ...partsOf(graph, sides.from.nodes) };
}

function partsOf(graph: SankeyGraph<Node, object>, from: readonly Node[]): Pick<FlowLayout, "places" | "lines"> {
  const path = sankeyLinkHorizontal<Node, object>();
  const places = graph.nodes.map(({ name, side, others, value = 0, x0 = 0, x1 = 0, y0 = 0, y1 = 0 }) => ({
    name,
    side,
    size: value,
    ...(others === undefined ? {} : { others }),
    x: x0,
    y: y0,
    width: x1 - x0,
    // A place of height 0 would be invisible.
    height: Math.max(1, y1 - y0),
  }));
  const lines = graph.links.map((link) => ({
    from: from.findIndex(({ id }) => id === (link.source as Node).id),
    path: path(link) ?? "",
    width: Math.max(1, link.width ?? 0),
  }));
  return { places, lines };
}

function placesOf(flows: readonly Flow[], side: "from" | "to"): { nodes: Node[]; nodeOf: (name: string) => string } {
  const sizes = new Map<string, number>();
  for (const flow of flows) sizes.set(flow[side], (sizes.get(flow[side]) ?? 0) + flow.size);
  const names = [...sizes].sort(([, one], [, other]) => other - one).map(([name]) => name);
  const shown = names.length <= mostPlaces ? names : names.slice(0, mostPlaces - 1);
  const indexes = new Map(shown.map((name, index) => [name, index]));
  const idAt = (index: number): string => `${side}:${index}`;
  const nodes = shown.map((name, index): Node => ({ id: idAt(index), name, side }));
  const others = names.length - shown.length;
  const rest: Node[] = others === 0 ? [] : [{ id: idAt(shown.length), name: "", side, others }];
  return { nodes: [...nodes, ...rest], nodeOf: (name) => idAt(indexes.get(name) ?? shown.length) };
}
