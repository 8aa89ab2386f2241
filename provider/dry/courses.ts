/** The ways of the engine through a plan that can differ in how its steps end. */
import { isObject } from "../../client/json";
import { nameKey } from "../../rules/names";
import type { Course, PlannedStep } from "./dryRun";

/** All courses worth a run. */
export interface Courses {
  courses: readonly Course[];
  /** The steps of which not all orders are among them, because too many of them concern the same things. */
  untried: ReadonlySet<PlannedStep>;
}

/** The most steps of which all orders are tried. */
const most = 4;

/**
 * @param steps of a plan, in the order in which the program declares the resources
 * @param nameOf the name that the account shows for a tag, by its ID
 */
export function coursesOf(steps: readonly PlannedStep[], nameOf: (id: string) => string | undefined): Courses {
  const deleted = steps.filter(({ op }) => op === "delete");
  const declared = steps.filter(({ op }) => op !== "delete");
  const clusters = clustersOf(
    declared.filter(({ op }) => op !== "same"),
    (step) => subjectsOf(step, nameOf),
  );
  const ordersOfEach = clusters.map((cluster) =>
    cluster.length > most ? [cluster, cluster.toReversed()] : permutations(cluster),
  );
  const count = Math.max(1, ...ordersOfEach.map(({ length }) => length));
  // Clusters don't concern each other. So one run can try an order of each.
  const orders = Array.from({ length: count }, (_, index) => {
    const changing = ordersOfEach.flatMap((all) => all[index % all.length] ?? []);
    return inTurn([...declared.filter(({ op }) => op === "same"), ...changing], (step, other) =>
      step.declared?.dependsOn.includes(other.urn),
    );
  });
  const deletions = [deleted, deleted.toReversed()].map((all) =>
    inTurn(all, (step, other) => other.old?.dependsOn.includes(step.urn)),
  );
  const isDependent = declared.some((step) => step.declared?.dependsOn.some((urn) => isChanging(urn, declared)));
  const courses = orders.flatMap((order) =>
    deletions.flatMap((last) =>
      (isDependent ? [true, false] : [true]).map((isEager) => ({ steps: [...order, ...last], isEager })),
    ),
  );
  const keyOf = ({ steps: all, isEager }: Course): string =>
    `${String(isEager)} ${all.map((step) => steps.indexOf(step)).join()}`;
  return {
    courses: [...new Map(courses.map((course) => [keyOf(course), course])).values()],
    untried: new Set(clusters.filter(({ length }) => length > most).flat()),
  };
}

function isChanging(urn: string, steps: readonly PlannedStep[]): boolean {
  return steps.some((step) => step.urn === urn && step.op !== "same");
}

/** What a step takes, gives up or changes: names, and tags by their IDs. */
function subjectsOf({ kind, old, declared }: PlannedStep, nameOf: (id: string) => string | undefined): string[] {
  const ids: unknown[] = [old?.id, ...(declared?.madeOf["virtualTagId"] ?? [])];
  const names: unknown[] = old === undefined ? [] : [nameOf(old.id)];
  for (const properties of [old?.state, declared?.inputs]) {
    if (!isObject(properties)) continue;
    names.push(properties["name"]);
    ids.push(properties["virtualTagId"], properties["adopt"]);
  }
  const texts = (all: readonly unknown[]): string[] => all.filter((one): one is string => typeof one === "string");
  return [
    ...texts(names).map((name) => `name ${nameKey(name)}`),
    ...texts(ids).map((id) => `id ${id.toLowerCase()}`),
  ].map((subject) => `${kind} ${subject}`);
}

/** Groups of steps, of which each has something in common with another one of its group. */
function clustersOf(steps: readonly PlannedStep[], subjects: (step: PlannedStep) => string[]): PlannedStep[][] {
  let clusters: { steps: PlannedStep[]; subjects: ReadonlySet<string> }[] = [];
  for (const step of steps) {
    const own = subjects(step);
    const [joined, apart] = [
      clusters.filter((cluster) => own.some((subject) => cluster.subjects.has(subject))),
      clusters.filter((cluster) => !own.some((subject) => cluster.subjects.has(subject))),
    ];
    const all = new Set([...own, ...joined.flatMap((cluster) => [...cluster.subjects])]);
    clusters = [...apart, { steps: [...joined.flatMap((cluster) => cluster.steps), step], subjects: all }];
  }
  return clusters.map((cluster) => cluster.steps);
}

function permutations<T>(all: readonly T[]): T[][] {
  if (all.length === 0) return [[]];
  return all.flatMap((one, index) => permutations(all.toSpliced(index, 1)).map((others) => [one, ...others]));
}

/** The order that is nearest to the given one, with each step after those that it waits for. */
function inTurn(
  steps: readonly PlannedStep[],
  waitsFor: (step: PlannedStep, other: PlannedStep) => boolean | undefined,
): PlannedStep[] {
  const left = [...steps];
  const ordered: PlannedStep[] = [];
  while (left.length > 0) {
    const next = left.findIndex((step) => !left.some((other) => other !== step && waitsFor(step, other) === true));
    // Without a next one, they wait for each other, which no engine allows.
    ordered.push(...left.splice(Math.max(0, next), 1));
  }
  return ordered;
}
