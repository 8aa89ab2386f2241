/** The JSON schemas of what commands print with `--json`, from the types of what they print and the comments on the fields. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { format } from "prettier";
import ts from "typescript";
import { checkout } from "../shared/checkout.mjs";

const entry = join(checkout, "scripts", "package", "jsonOutputs.ts");
const folder = join(checkout, "schemas");

/** @typedef {Record<string, unknown>} Schema */

/**
 * Writes one file for each command, and removes others.
 *
 * @param {boolean} checkOnly whether to compare only
 * @returns {Promise<boolean>} Whether the files are up to date, or are now.
 */
export async function writeJsonSchemas(checkOnly) {
  mkdirSync(folder, { recursive: true });
  const schemas = jsonSchemas();
  let isUpToDate = true;
  for (const name of new Set([...Object.keys(schemas), ...readdirSync(folder).map((file) => file.slice(0, -5))])) {
    const file = join(folder, `${name}.json`);
    const schema = schemas[name];
    const text = schema && (await format(JSON.stringify(schema), { parser: "json", printWidth: 120 }));
    if (text === (existsSync(file) ? readFileSync(file, "utf8") : undefined)) continue;
    if (checkOnly) {
      isUpToDate = false;
      console.error(`schemas/${name}.json is out of date. Run \`npm run api\` and review the changes.`);
    } else if (text === undefined) rmSync(file);
    else writeFileSync(file, text);
  }
  return isUpToDate;
}

/** @returns {Record<string, Schema>} The schemas by command. */
function jsonSchemas() {
  const { config } = ts.readConfigFile(join(checkout, "tsconfig.json"), (path) => ts.sys.readFile(path));
  const { options } = ts.parseJsonConfigFileContent({ ...config, include: [], files: [entry] }, ts.sys, checkout);
  const program = ts.createProgram([entry], options);
  const checker = program.getTypeChecker();
  /** @param {string} name */
  const declared = (name) => {
    const found = program
      .getSourceFile(entry)
      ?.statements.find((one) => ts.isInterfaceDeclaration(one) && one.name.text === name);
    if (found === undefined) throw new Error(`${entry} has no ${name}.`);
    return checker.getTypeAtLocation(found);
  };
  const common = declared("CommonFields");
  const outputs = declared("JsonOutputs").getProperties();
  return Object.fromEntries(outputs.map((output) => [output.name, new Schemas(checker, common).of(output)]));
}

/** The schema of one command, and the types that it names. */
class Schemas {
  /** @type {Map<ts.Type, string>} */
  #names = new Map();
  /** @type {Record<string, Schema>} */
  #defs = {};

  /**
   * @param {ts.TypeChecker} checker
   * @param {ts.Type} common has the comments of fields without one
   */
  constructor(checker, common) {
    this.checker = checker;
    this.common = common;
  }

  /**
   * @param {ts.Symbol} output
   * @returns {Schema}
   */
  of(output) {
    const roots = this.#returned(this.checker.getTypeOfSymbol(output));
    const root = this.#union(roots, output.name);
    const defs = Object.entries(this.#defs).sort(([one], [other]) => (one < other ? -1 : 1));
    return {
      $schema: "https://json-schema.org/draft/2020-12/schema",
      $id: `urn:pulumi-cost-allocation:${output.name}`,
      title: `cost-allocation ${output.name.replaceAll("-", " ")} --json`,
      description: this.#comment(output),
      ...root,
      ...(defs.length === 0 ? {} : { $defs: Object.fromEntries(defs) }),
    };
  }

  /**
   * What functions return. One that is only said to return an object returns what its `return` statements have.
   *
   * @param {ts.Type} type
   * @returns {ts.Type[]}
   */
  #returned(type) {
    if (type.isUnion()) return type.types.flatMap((one) => this.#returned(one));
    const [signature] = type.getCallSignatures();
    if (signature === undefined) return [type];
    /** @type {ts.Type[]} */
    const found = [];
    /** @param {ts.Node} node */
    const visit = (node) => {
      if (ts.isReturnStatement(node) && node.expression) found.push(this.checker.getTypeAtLocation(node.expression));
      if (!ts.isFunctionLike(node)) ts.forEachChild(node, visit);
    };
    const { body } = /** @type {ts.FunctionDeclaration} */ (signature.getDeclaration());
    if (body !== undefined) visit(body);
    return found;
  }

  /**
   * The comment on a field, or on the field that its value comes from.
   *
   * @param {ts.Symbol | undefined} symbol
   * @returns {string}
   */
  #comment(symbol) {
    const own = ts.displayPartsToString(symbol?.getDocumentationComment(this.checker) ?? []);
    if (own !== "") return own.replaceAll(/\s+/gu, " ").replaceAll(/\{@link (\w+)\}/gu, "`$1`");
    for (const node of symbol?.declarations ?? []) {
      if (ts.isShorthandPropertyAssignment(node))
        return this.#comment(this.checker.getShorthandAssignmentValueSymbol(node));
      if (ts.isPropertyAssignment(node) && ts.isPropertyAccessExpression(node.initializer))
        return this.#comment(this.checker.getSymbolAtLocation(node.initializer.name));
      if (ts.isBindingElement(node)) {
        const name = (node.propertyName ?? node.name).getText();
        return this.#comment(this.checker.getTypeAtLocation(node.parent).getProperty(name));
      }
    }
    return "";
  }

  /**
   * @param {ts.Type} type
   * @param {string} path
   * @returns {Schema}
   */
  #schema(type, path) {
    const symbol = type.aliasSymbol ?? (type.isClassOrInterface() ? type.symbol : undefined);
    if (symbol === undefined || !isOurs(symbol) || (type.aliasTypeArguments ?? []).length > 0)
      return this.#inline(type, path);
    const { name } = symbol;
    const ref = { $ref: `#/$defs/${name}` };
    if (this.#names.has(type)) return ref;
    if (Object.hasOwn(this.#defs, name)) throw new Error(`${path}: two types have the name ${name}.`);
    this.#names.set(type, name);
    const description = this.#comment(symbol);
    // First, because a type may contain itself.
    const schema = (this.#defs[name] = description === "" ? {} : { description });
    Object.assign(schema, this.#inline(type, path));
    return ref;
  }

  /**
   * @param {ts.Type} type
   * @param {string} path
   * @returns {Schema}
   */
  #inline(type, path) {
    if (type.isUnion()) return this.#union(type.types, path);
    const { flags } = type;
    if (flags & (ts.TypeFlags.Unknown | ts.TypeFlags.Any)) return {};
    if (flags & ts.TypeFlags.Null) return { type: "null" };
    if (type.isStringLiteral() || type.isNumberLiteral()) return { const: type.value };
    if (flags & ts.TypeFlags.BooleanLiteral) return { const: this.checker.typeToString(type) === "true" };
    if (isOpen(type) || flags & ts.TypeFlags.StringLike) return { type: "string" };
    if (flags & ts.TypeFlags.NumberLike) return { type: "number" };
    if (this.checker.isArrayLikeType(type)) {
      const items = this.checker.getIndexTypeOfType(type, ts.IndexKind.Number);
      return { type: "array", items: items === undefined ? {} : this.#schema(items, `${path}[]`) };
    }
    const isObject = flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection);
    if (
      !isObject ||
      type.getCallSignatures().length > 0 ||
      /^(?:Readonly)?(?:Map|Set)$/u.test(type.getSymbol()?.name ?? "")
    )
      throw new Error(`${path} has the type ${this.checker.typeToString(type)}, which JSON doesn't have.`);
    return this.#object(type, path);
  }

  /**
   * @param {readonly ts.Type[]} types
   * @param {string} path
   * @returns {Schema}
   */
  #union(types, path) {
    const texts = types
      .filter(({ flags }) => !(flags & ts.TypeFlags.Undefined))
      .map((one) => JSON.stringify(this.#schema(one, path)));
    // The order of a union's types depends on which of them the program has first.
    const schemas = [...new Set(texts)].sort().map((text) => /** @type {Schema} */ (JSON.parse(text)));
    const literals = schemas.flatMap((schema) => ("const" in schema ? [schema["const"]] : []));
    if (types.some(isOpen)) return { type: "string", examples: literals };
    const isBoolean = literals.includes(true) && literals.includes(false);
    const values = isBoolean ? literals.filter((value) => typeof value !== "boolean") : literals;
    const alternatives = [
      ...(isBoolean ? [{ type: "boolean" }] : []),
      ...(values.length > 1 ? [{ enum: values }] : values.map((value) => ({ const: value }))),
      ...schemas.filter((schema) => !("const" in schema)),
    ];
    const [only, ...more] = alternatives;
    return only !== undefined && more.length === 0 ? only : { anyOf: alternatives };
  }

  /**
   * @param {ts.Type} type
   * @param {string} path
   * @returns {Schema}
   */
  #object(type, path) {
    /** @type {Record<string, Schema>} */
    const properties = {};
    const required = [];
    for (const property of this.checker.getPropertiesOfType(type)) {
      const { name } = property;
      const value = this.checker.getTypeOfSymbol(property);
      const parts = value.isUnion() ? value.types : [value];
      const isAbsent = parts.map(({ flags }) => (flags & ts.TypeFlags.Undefined) !== 0);
      // One side of a condition that adds fields: it has them as undefined.
      if (!isAbsent.includes(false)) continue;
      const schema = this.#schema(value, `${path}.${name}`);
      const isDescribed = this.#isDescribed(schema);
      const description = this.#comment(property) || (isDescribed ? "" : this.#comment(this.common.getProperty(name)));
      if (description === "" && !isDescribed) throw new Error(`${path}.${name} has no comment.`);
      properties[name] = { ...(description === "" ? {} : { description }), ...schema };
      if ((property.flags & ts.SymbolFlags.Optional) === 0 && !isAbsent.includes(true)) required.push(name);
    }
    const others = this.checker.getIndexTypeOfType(type, ts.IndexKind.String);
    return {
      type: "object",
      ...(Object.keys(properties).length === 0 ? {} : { properties }),
      ...(required.length === 0 ? {} : { required }),
      ...(others === undefined ? {} : { additionalProperties: this.#schema(others, `${path}.*`) }),
    };
  }

  /**
   * Whether the comment on the type of a field says what the field is.
   *
   * @param {Schema} schema
   * @returns {boolean}
   */
  #isDescribed({ $ref, items }) {
    if (typeof $ref === "string") return "description" in (this.#defs[$ref.slice("#/$defs/".length)] ?? {});
    return items !== undefined && this.#isDescribed(/** @type {Schema} */ (items));
  }
}

/**
 * `string & {}` is the rest of an open list.
 *
 * @param {ts.Type} type
 */
const isOpen = (type) => type.isIntersection() && type.types.some(({ flags }) => flags & ts.TypeFlags.String);

/** @param {ts.Symbol} symbol */
const isOurs = ({ declarations = [] }) =>
  declarations.some((node) => /^(?!\.\.|node_modules)/u.test(relative(checkout, node.getSourceFile().fileName)));
