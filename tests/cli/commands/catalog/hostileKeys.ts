/** A catalog of names that could break out of a file, a string or a comment. */
import type { Key } from "../../../../cli/sources/account/catalog";

/** Names that hold what ends strings, comments, lines and types, or what JavaScript treats specially. */
export const hostileNames: readonly string[] = [
  "__proto__",
  "constructor",
  "toString",
  "hasOwnProperty",
  "*/ } } export const broken: number = 'x'; /*",
  "// comment",
  'double " quote',
  "single ' quote",
  "back ` tick ${1}",
  "back \\ slash",
  "ends with \\",
  "line\nbreak\r\nand\u2028separator\u2029and\u0085next line",
  "nul \u0000 and escape \u001b[2J",
  "right-to-left \u202e and zero\u200bwidth",
  "half \ud800 pair",
  "emoji 👩‍💻",
  "</script>",
  "123",
  "1e3",
  "-1",
  "",
  " ",
  "a".repeat(1000),
  "Team",
  "team",
];

/** Every hostile name as a key, a cost center, a type and a value. */
export const hostileKeys: readonly (Key & { values: readonly string[] })[] = [
  ...hostileNames.map((name) => ({
    costCenter: "AWS",
    key: name,
    displayName: `label ${name}`,
    types: ["tag"],
    values: hostileNames,
  })),
  ...hostileNames.map((name) => ({ costCenter: name, key: "k", displayName: name, types: [name], values: [] })),
];
