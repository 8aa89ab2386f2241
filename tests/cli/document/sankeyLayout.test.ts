import { layOutFlows } from "../../../cli/document/sankeyLayout";

const flows = (count: number): { from: string; to: string; size: number }[] =>
  Array.from({ length: count }, (_, index) => ({ from: `from ${index}`, to: `to ${index % 3}`, size: count - index }));

test("all places are inside of the picture, apart from each other, and their heights are their shares", () => {
  const { places, lines, width, height } = layOutFlows(flows(5));
  expect(lines).toHaveLength(5);
  const left = places.filter(({ side }) => side === "from");
  expect(left.map(({ name }) => name).sort()).toEqual(["from 0", "from 1", "from 2", "from 3", "from 4"]);
  for (const { x, y, width: w, height: h } of places) {
    expect(x >= 0 && y >= 0 && x + w <= width && y + h <= height + 0.001).toBe(true);
  }
  const sorted = left.toSorted((one, other) => one.y - other.y);
  sorted.slice(1).forEach(({ y }, index) => {
    const above = sorted[index];
    expect(y).toBeGreaterThan((above?.y ?? 0) + (above?.height ?? 0));
  });
  const heightOf = (name: string): number => left.find((place) => place.name === name)?.height ?? 0;
  expect(heightOf("from 0") / heightOf("from 4")).toBeCloseTo(5);
});

test("of many places, the largest are shown, and the others as one", () => {
  const { places, lines } = layOutFlows(flows(200));
  const left = places.filter(({ side }) => side === "from");
  expect(left).toHaveLength(14);
  expect(left.filter(({ others }) => others !== undefined)).toMatchObject([{ others: 187 }]);
  expect(left.map(({ name }) => name)).toContain("from 12");
  // The others flow to all three places.
  expect(lines).toHaveLength(16);
});

test("the same name on both sides is two places, and no flows are no places", () => {
  expect(layOutFlows([{ from: "a", to: "a", size: 1 }]).places).toHaveLength(2);
  expect(layOutFlows([])).toMatchObject({ places: [], lines: [] });
});
