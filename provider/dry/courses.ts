/** The ways of the engine through a plan that can differ in how its steps end. */
import { isObject } from "../../client/json";
import { nameKey } from "../../rules/names";
import { idKey, isSameId } from "../../stack/state/kinds";
import type { Course, PlannedStep } from "./dryRun";

/** All courses worth a run. The first one has all steps, the others those whose ending may differ. */
export interface Courses {
  courses: readonly Course[];
  /** What happens to a step of a group changes nothing for those of other groups. */
  groups: readonly (readonly PlannedStep[])[];
  /** The steps of which not all orders are among them, because too many of them concern the same things. */
  untried: ReadonlySet<PlannedStep>;
}

/** The most steps of which all orders are tried. */
const mostOrdered = 4;

/** The most operations that are tried beyond those of the first course: about a second. */
const mostExtra = 400;

/** The cheapest of all, as far as that lasts. */
export function affordable<One>(all: readonly One[], costOf: (one: One) => number): One[] {
  let left = mostExtra;
  return all.toSorted((one, other) => costOf(one) - costOf(other)).filter((one) => (left -= costOf(one)) >= 0);
}

type Subjects = ReadonlyMap<PlannedStep, string[]>;

/**
 * @param steps of a plan, in the order in which the program declares the resources
 * @param nameOf the name that the account shows for a tag, by its ID
 * @param runs how often each course runs
 */
export function coursesOf(
  steps: readonly PlannedStep[],
  nameOf: (id: string) => string | undefined,
  runs: number,
): Courses {
  const subjects = new Map(steps.map((step) => [step, subjectsOf(step, nameOf)]));
  const links = linksOf(steps);
  const groups = clustersOf(steps, (step) => [...(subjects.get(step) ?? []), ...(links.get(step) ?? [])]);
  const untried = new Set<PlannedStep>();
  const variants = groups.map((group) => ({ group, courses: variantsOf(group, subjects, untried) }));
  const costOf = ({ group, courses }: (typeof variants)[number]): number => group.length * courses.length * runs;
  const tried = affordable(variants, costOf);
  for (const one of variants) if (!tried.includes(one)) for (const step of one.group) untried.add(step);
  const extra = [true, false].flatMap((isEager) => {
    const ways = tried.map(({ courses }) => courses.filter((course) => course.isEager === isEager));
    return Array.from({ length: Math.max(0, ...ways.map(({ length }) => length)) }, (_, index) =>
      courseOf(
        ways.flatMap((courses) => courses[index]?.steps ?? []),
        isEager,
      ),
    );
  });
  return { courses: [courseOf(steps, true), ...extra], groups, untried };
}

const isDelete = ({ op }: PlannedStep): boolean => op === "delete";
const isChanging = ({ op }: PlannedStep): boolean => op !== "same";

/** The course that is nearest to an order, in which each step comes after those that it waits for. */
function courseOf(order: readonly PlannedStep[], isEager: boolean): Course {
  const declared = order.filter((step) => !isDelete(step));
  return {
    steps: [
      ...inTurn(declared, (step, other) => step.declared?.dependsOn.includes(other.urn)),
      ...inTurn(order.filter(isDelete), (step, other) => other.old?.dependsOn.includes(step.urn)),
    ],
    isEager,
  };
}

/** The courses of a group, beside the planned one. Adds the steps to `untried` of which these are not all. */
function variantsOf(group: readonly PlannedStep[], subjects: Subjects, untried: Set<PlannedStep>): Course[] {
  const declared = group.filter((step) => !isDelete(step));
  const deleted = group.filter(isDelete);
  const clusters = clustersOf(declared, (step) => subjects.get(step) ?? []).filter(({ length }) => length > 1);
  const ordersOfEach = clusters.map((cluster) => {
    const ordered = cluster.filter((step) => isChanging(step) || isSharing(step, cluster));
    if (ordered.length <= mostOrdered) return permutations(ordered);
    for (const step of ordered) untried.add(step);
    return [ordered, ordered.toReversed()];
  });
  const count = Math.max(1, ...ordersOfEach.map(({ length }) => length));
  const changing = new Set(declared.filter(isChanging).map(({ urn }) => urn));
  const isDependent = declared.some((step) => step.declared?.dependsOn.some((urn) => changing.has(urn)));
  const courses = Array.from({ length: count }, (_, index) => {
    // Clusters don't concern each other. So one run can try an order of each.
    const ordered = ordersOfEach.flatMap((all) => placed(all[0] ?? [], all[index % all.length] ?? []));
    const places = new Map(ordered);
    const order = declared.map((step) => places.get(step) ?? step);
    const isOpen = isDependent && clusters.length > 0;
    // What a step waits for may be done long before it: then it is registered, and others come first.
    const orders = isOpen
      ? [order, order.toSorted((one, other) => Number(places.has(one)) - Number(places.has(other)))]
      : [order];
    return [deleted, deleted.toReversed()].flatMap((last) =>
      (isOpen ? [true, false] : [true]).flatMap((isEager) => orders.map((one) => courseOf([...one, ...last], isEager))),
    );
  }).flat();
  const keyOf = ({ steps, isEager }: Course): string =>
    `${String(isEager)} ${steps.map((step) => group.indexOf(step)).join()}`;
  const distinct = new Map(courses.map((course) => [keyOf(course), course]));
  distinct.delete(keyOf(courseOf(group, true)));
  return [...distinct.values()];
}

/** Which step of a cluster takes the place of which. */
function placed(cluster: readonly PlannedStep[], order: readonly PlannedStep[]): [PlannedStep, PlannedStep][] {
  return cluster.flatMap((step, index): [PlannedStep, PlannedStep][] => {
    const other = order[index];
    return other === undefined ? [] : [[step, other]];
  });
}

/** Whether the state has another resource with the same ID. The one that is registered last has it. */
function isSharing({ old, urn }: PlannedStep, cluster: readonly PlannedStep[]): boolean {
  return cluster.some((other) => other.urn !== urn && isSameId(other.old?.id, old?.id));
}

/** What ties steps together, without an order: what they depend on, and references to what is deleted. */
function linksOf(steps: readonly PlannedStep[]): Subjects {
  const changing = steps.filter(isChanging);
  const urns = new Set(changing.map(({ urn }) => urn));
  const gone = steps.filter(isDelete).flatMap(({ old }) => (old === undefined ? [] : idKey(old.id)));
  return new Map(
    changing.map((step) => {
      const { old, declared, urn } = step;
      const needed = [...(declared?.dependsOn ?? []), ...(old?.dependsOn ?? [])].filter((one) => urns.has(one));
      const text = gone.length === 0 ? "" : JSON.stringify([old?.id, old?.state, declared?.inputs]).toLowerCase();
      return [
        step,
        [
          ...[urn, ...needed].map((one) => `urn ${one}`),
          ...gone.filter((id) => text.includes(id)).map((id) => `gone ${id}`),
        ],
      ];
    }),
  );
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
  return [...texts(names).map((name) => `name ${nameKey(name)}`), ...texts(ids).map((id) => `id ${idKey(id)}`)].map(
    (subject) => `${kind} ${subject}`,
  );
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
