/** Tags as JSON text: what `team` is in each form, and texts that can't be read. */

export const readableTags: [text: string, value: string | null][] = [
  ['{"team":"a"}', "a"],
  [' { "team" : "a" } ', "a"],
  ['"team":"a"', "a"],
  ['[{"key":"team","value":"a"}]', "a"],
  [' [{"Key":"env","Value":"x"},{"Key":"team","Value":"a"}]', "a"],
  ['[{"k":"team","v":"a"}]', "a"],
  ['[{"name":"team","value":"a"}]', "a"],
  ['[{"key":"team","value":null}]', null],
  ["[]", null],
  ["{}", null],
  ["null", null],
  ["NULL", null],
  ["", null],
  ['{"team":1.50}', "1.5"],
  ['{"team":true}', "true"],
  // Of several values of a key, the first one counts.
  ['{"team":"a","env":"c","team":"b"}', "a"],
  ['[{"key":"team","value":"a"},{"key":"team","value":"b"}]', "a"],
];

export const unreadableTags = [
  "true",
  "42",
  "{",
  '{"team":"a"',
  "team=a",
  '["team","a"]',
  '[{"team":"a"}]',
  '"team"',
  '{"a":1}x',
];
