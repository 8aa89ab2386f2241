import { keyColumn } from "../../../cost/cube/keyColumn";
import { focusMapping } from "../../../cost/mapping/mapping";

test.each<[string[], string, string | null]>([
  [["x_InvoiceSectionId"], "-2", null],
  [["x_InvoiceSectionName", "x_InvoiceSectionId"], "Unassigned", null],
  [["x_InvoiceSectionId"], "123", "123"],
  // In other columns, they are values.
  [["ServiceName"], "Unassigned", "Unassigned"],
  [["x_InvoiceSectionId", "SubAccountName"], "-2", "-2"],
])("Azure's columns %j have %j: the value is %j", (columns, text, expected) => {
  const key = { costCenter: "Azure", type: "billing_dimension", key: "k", column: "k", source: { columns } };
  const all = Uint32Array.of(0);
  const provider = { dictionary: ["Microsoft"], codes: all };
  const { column } = keyColumn(key, { dictionary: [text], codes: all }, provider, focusMapping, [1]);
  expect(column.dictionary[column.codes[0] ?? -1]).toBe(expected);
});
