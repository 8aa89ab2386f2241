/** Tables and their rules, for tests. */
import { recordKey } from "../../../rules/evaluation/record";
import type { Rule } from "../../../rules/types";
import { dimension, key, rulesFromTable, tag, type TableOptions } from "../../../sdk";

/** The key columns, by name. */
export const keys = {
  account: dimension("AWS", "linked_account"),
  namespace: key("Kubernetes", "namespace", "k8s_namespace"),
  project: tag("AWS", "project"),
};

/** The name of a key column. */
export type Column = keyof typeof keys;

/** How records name the keys of the columns. */
export const recordKeys: Readonly<Record<Column, string>> = {
  account: recordKey({ costCenter: "AWS", type: "billing_dimension", key: "linked_account" }),
  namespace: recordKey({ costCenter: "Kubernetes", type: "k8s_namespace", key: "namespace" }),
  project: recordKey({ costCenter: "AWS", type: "tag", key: "project" }),
};

/** The rules of a table, without the types that allow outputs. */
export function rulesOf(table: string | readonly object[], options: Partial<TableOptions> = {}): Rule[] {
  return rulesFromTable(table, { to: "team", keys, ...options }) as Rule[];
}

/** The lines of the error, without the first one. */
export function mistakesIn(table: string | readonly object[], options: Partial<TableOptions> = {}): string[] {
  try {
    rulesOf(table, options);
  } catch (error) {
    return (error as Error).message.split("\n").slice(1);
  }
  return [];
}
