/** Cubes of files in tests. */
import type { Cube } from "../../cost/cube/cube";
import { type CubePlan, planCube } from "../../cost/cube/plan";
import { cubeOfFiles } from "../../cost/duckdb/cubeOfFiles";
import { focusMapping } from "../../cost/mapping/mapping";
import type { Condition, TagContent } from "../../rules/types";

/** When the cubes of tests are made. */
export const madeAt = Date.parse("2026-11-01T00:00:00Z");

/** A cube of some files. */
export function cubeOf(plan: CubePlan, patterns: readonly string[], combine = false): Promise<Cube> {
  return cubeOfFiles({ patterns, plan, combine, onProgress: () => undefined, now: () => madeAt });
}

/** Rules that use these keys: `AWS:tag:team`. */
export function rulesWith(...names: string[]): TagContent {
  const conditions = names.map((name): Condition => {
    const [costCenter = "", type = "", ...key] = name.split(":");
    return { costCenter, type, key: key.join(":"), operator: "exists" };
  });
  return { rules: [{ to: "x", filters: { OR: conditions } }], defaultValue: "y" };
}

/** The plan of a cube that holds these keys, with the mapping of FOCUS data. */
export function planWith(...names: string[]): CubePlan {
  return planCube([rulesWith(...names)], focusMapping);
}
