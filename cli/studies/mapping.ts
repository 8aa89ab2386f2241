/** `cost-allocation cube --check-mapping`: compares the values in the cost data with those that the service lists. */
import type { CostAllocationClient } from "../../client";
import { sourceText } from "../../cost/cube/buildCube";
import type { Cube } from "../../cost/cube/cube";
import type { CubePlan, PlannedKey } from "../../cost/cube/plan";
import { recordKey } from "../../rules/evaluation/record";
import { printable, quoted, type Terminal } from "../console/terminal";

/** How many values a finding shows. */
const shown = 3;

/**
 * Prints one line for each key: how many of its values in the cost data the service lists too.
 *
 * @returns the exit code: 1 if a key looks wrong, because the service lists none of the values in the data, or no values at all
 */
export async function checkMapping(
  cube: Cube,
  plan: CubePlan,
  client: CostAllocationClient,
  terminal: Terminal,
): Promise<number> {
  const catalog = await client.catalog.keys();
  const lines: string[] = [];
  let wrong = 0;
  for (const key of plan.keys) {
    const isListed = catalog.some((one) => one.costCenter === key.costCenter && one.key === key.key);
    const values = isListed ? await client.catalog.values(key.costCenter, key.key) : undefined;
    const { isWrong, text } = finding(key, cube, values);
    const { source } = plan.sources.find(({ name }) => name === key.column) ?? {};
    const from = source === undefined ? "" : sourceText(source, plan.mapping);
    lines.push(
      `${isWrong ? terminal.colors.yellow("wrong?") : "ok    "} ${printable(recordKey(key))} from ${printable(from)}: ${text}`,
    );
    if (isWrong) wrong += 1;
  }
  terminal.print(lines.join("\n"));
  if (wrong > 0)
    terminal.note(`${wrong} of ${plan.keys.length} keys look wrong. Map them to other columns in cost-data.json.`);
  return wrong > 0 ? 1 : 0;
}

function finding(
  key: PlannedKey,
  cube: Cube,
  listed: readonly string[] | undefined,
): { isWrong: boolean; text: string } {
  if (listed === undefined) return { isWrong: true, text: "the service lists no such key" };
  const own = (cube.keys.get(recordKey(key))?.dictionary ?? []).filter((value) => value !== null);
  if (own.length === 0) return { isWrong: true, text: "no record in the data has a value" };
  const known = new Set(listed);
  const common = own.filter((value) => known.has(value));
  const text = `the service lists ${common.length} of ${own.length} values`;
  if (common.length > 0) return { isWrong: false, text };
  return { isWrong: true, text: `${text}. Data: ${examples(own)}. Service: ${examples(listed)}` };
}

function examples(values: readonly string[]): string {
  return values.length === 0
    ? "none"
    : `${values.slice(0, shown).map(quoted).join(", ")}${values.length > shown ? ", ..." : ""}`;
}
