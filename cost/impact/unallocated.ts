/** Where money comes from that no rule matches. Pure. */
import { keysOf } from "../../rules/evaluation/references";
import type { Column } from "../../rules/evaluation/column";
import { recordKey, type RecordValue, UNKNOWN } from "../../rules/evaluation/record";
import type { EvaluationTag } from "../../rules/evaluation/options";
import type { TagContent } from "../../rules/types";
import type { Cube, CubeColumn } from "../cube/cube";
import type { EvaluationInput } from "../cube/evaluationInput";
import { keyNamed } from "../mapping/mapping";
import { addTo, type Money, noMoney, sumAt } from "./money";
import { evaluateSide, moneyOfRow, type Outcome } from "./sides";

/** Records of one currency that have the same origin. */
export interface UnallocatedSource {
  currency: string;
  /** As the cost data names it; null if it does not. */
  provider: string | null;
  /** The linked account and the service; null if the record has none or the cube does not hold them. */
  account: string | null;
  service: string | null;
  /** Whether the records have none of the tags that the rules use. Undefined if the rules use none, or the data can't tell. */
  isUntagged?: boolean;
  money: Money;
}

/** The sources of the money that no rule of a tag matches, the largest absolute cost first. */
export function unallocatedSources(
  content: TagContent,
  tags: readonly EvaluationTag[],
  cube: Cube,
  input: EvaluationInput,
): UnallocatedSource[] {
  const { outcomes, codes } = evaluateSide(content, tags, input);
  const dimension = (key: string): Column[] =>
    columnsOf(cube, (name) => keyNamed(name)?.type === "billing_dimension" && keyNamed(name)?.key === key);
  const [accounts, services] = [dimension("linked_account"), dimension("service")];
  const used = new Set([content, ...tags].flatMap(keysOf).map(recordKey));
  const own = columnsOf(cube, (name) => used.has(name) && keyNamed(name)?.type === "tag");
  const sources = new Map<string, UnallocatedSource>();
  for (let row = 0; row < cube.rowCount; row += 1) {
    const { rules } = outcomes[codes[row] as number] as Outcome;
    if (rules.length > 1 || rules[0] !== null) continue;
    const tag = firstAt(own, row);
    const source = {
      currency: valueAt(cube.currency, row) ?? "",
      provider: valueAt(cube.provider, row),
      account: knownOrNull(firstAt(accounts, row)),
      service: knownOrNull(firstAt(services, row)),
      ...(own.length === 0 || tag === UNKNOWN ? {} : { isUntagged: tag === null }),
    };
    addTo(sumAt(sources, JSON.stringify(source), () => ({ ...source, money: noMoney() })).money, moneyOfRow(cube, row));
  }
  return [...sources.values()].sort((one, other) => (one.money.gross > other.money.gross ? -1 : 1));
}

/** A key of each cost center has a column of its own, and a record has a value in one of them. */
function columnsOf({ keys }: Cube, isWanted: (name: string) => boolean): Column[] {
  return [...keys].flatMap(([name, column]) => (isWanted(name) ? [column] : []));
}

/** The first value that is known; otherwise unknown if one is. */
function firstAt(columns: readonly Column[], row: number): RecordValue {
  const values = columns.map(({ dictionary, codes }) => dictionary[codes[row] as number] ?? null);
  return values.find((value) => value !== null && value !== UNKNOWN) ?? (values.includes(UNKNOWN) ? UNKNOWN : null);
}

function knownOrNull(value: RecordValue): string | null {
  return value === UNKNOWN ? null : value;
}

function valueAt({ dictionary, codes }: CubeColumn, row: number): string | null {
  return dictionary[codes[row] as number] ?? null;
}
