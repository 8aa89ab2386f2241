/** What nodes of a TypeScript declaration say. */
import ts from "typescript";

/** @typedef {Record<string, unknown>} Spec */
/** @typedef {{ name: string, type: ts.TypeNode | undefined, isOptional: boolean, description: string }} Member */

/** Types whose value is that of their argument. */
export const wrappers = new Set(["Input", "Output"]);

/** @param {ts.TypeReferenceNode} type */
export function lastName({ typeName }) {
  return ts.isQualifiedName(typeName) ? typeName.right.text : typeName.text;
}

/** @param {ts.TypeNode | undefined} type */
export function isNever(type) {
  return type?.kind === ts.SyntaxKind.NeverKeyword;
}

/**
 * Whether a type includes `undefined`, as that of an output that may be absent.
 *
 * @param {ts.TypeNode | undefined} type
 * @returns {boolean}
 */
export function isUndefinable(type) {
  if (type === undefined) return false;
  if (ts.isUnionTypeNode(type)) return type.types.some(isUndefinable);
  if (ts.isTypeReferenceNode(type) && wrappers.has(lastName(type))) return isUndefinable(type.typeArguments?.[0]);
  return type.kind === ts.SyntaxKind.UndefinedKeyword;
}

/** @param {readonly Member[]} members */
export function merged(members) {
  return [...new Map(members.map((member) => [member.name, member])).values()];
}

/**
 * Texts and flags first.
 *
 * @param {Spec} spec
 */
export function rank(spec) {
  return ["boolean", "string"].indexOf(String(spec["type"])) === -1 ? 2 : spec["type"] === "boolean" ? 0 : 1;
}

/**
 * A property of a type that arguments and results have. A result may have a value that is new in the service, which the class of an
 * enumeration in Python would refuse.
 *
 * @param {Spec} spec
 * @param {ReadonlyMap<string, Spec>} types
 * @returns {Spec}
 */
export function openSpec(spec, types) {
  const { $ref, ...rest } = /** @type {{ $ref?: string }} */ (spec);
  const isEnumeration = types.get($ref?.replace("#/types/", "") ?? "")?.["enum"] !== undefined;
  return isEnumeration ? { type: "string", oneOf: [{ type: "string" }, { $ref }], ...rest } : spec;
}

/** @param {string} name */
export function capitalized(name) {
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}

/** @param {string} text */
export function describe(text) {
  return text === "" ? {} : { description: text };
}

/**
 * The text of a doc comment, without its tags. A link becomes code.
 *
 * @param {ts.Node} node
 */
export function description(node) {
  const doc = ts.getJSDocCommentsAndTags(node).find(ts.isJSDoc);
  const text = ts.getTextOfJSDocComment(doc?.comment) ?? "";
  return text.replace(/\{@link\s+([^}]+)\}/gu, "`$1`").replace(/[ \t]*\n[ \t]*/gu, "\n");
}
