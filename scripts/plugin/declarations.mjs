/** Reads declarations of TypeScript as types of a Pulumi schema. */
import { readFileSync } from "node:fs";
import ts from "typescript";
import {
  capitalized,
  describe,
  description,
  isNever,
  isUndefinable,
  lastName,
  merged,
  openSpec,
  rank,
  wrappers,
} from "./nodes.mjs";

/** @typedef {import("./nodes.mjs").Spec} Spec */
/** @typedef {import("./nodes.mjs").Member} Member */

const typePrefix = "costallocation:index:";

/**
 * Two properties for an argument that is a text or something else, which code generators don't support.
 *
 * @type {Record<string, { name: string, description: string }>}
 */
const seconds = {
  to: { name: "toKey", description: "A key of the catalog, whose value the record gets. Instead of `to`." },
  defaultValue: {
    name: "defaultValueKey",
    description: "A key of the catalog, whose value the record gets. Instead of `defaultValue`.",
  },
  adopt: { name: "adoptId", description: "The ID of the tag to adopt. Instead of `adopt`." },
};

/** The types of a schema that declarations refer to. */
export class Declarations {
  /** @type {Map<string, ts.Statement>} */
  #declared = new Map();
  /** The types so far, by their tokens. @type {Map<string, Spec>} */
  types = new Map();

  /** @param {readonly string[]} files */
  constructor(files) {
    for (const file of files) {
      const source = ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.ES2022, true);
      for (const statement of source.statements) {
        const { name } = /** @type {{ name?: ts.Identifier }} */ (/** @type {unknown} */ (statement));
        // Two overloads, or a table that has the name of a type.
        if (name !== undefined && !this.#declared.has(name.text)) this.#declared.set(name.text, statement);
      }
    }
  }

  /**
   * The description of a declaration.
   *
   * @param {string} name
   */
  descriptionOf(name) {
    return description(this.#statement(name));
  }

  /**
   * Whether a name is declared.
   *
   * @param {string} name
   */
  has(name) {
    return this.#declared.has(name);
  }

  /**
   * The spec of an alias, such as that of a list.
   *
   * @param {string} name
   */
  specOf(name) {
    const statement = this.#statement(name);
    if (!ts.isTypeAliasDeclaration(statement)) throw new Error(`${name} is no alias.`);
    return this.#one(statement.type, name, "");
  }

  /**
   * The properties of a class or an interface.
   *
   * @param {string} name
   * @param {string} [owner] the resource, for names of types in it
   * @returns {{ properties: Record<string, Spec>, required: string[] }}
   */
  propertiesOf(name, owner = "") {
    return this.#properties(this.#members(name), owner);
  }

  /**
   * @param {readonly Member[]} members
   * @param {string} owner
   */
  #properties(members, owner) {
    /** @type {Record<string, Spec>} */
    const properties = {};
    const required = [];
    for (const { name, type, isOptional, description: text } of members) {
      const parts = this.#parts(type, name, owner);
      const [first, second] = parts;
      if (first === undefined) continue;
      properties[name] = { ...first, ...describe(text) };
      const other = seconds[name];
      if (second !== undefined) {
        if (other === undefined) throw new Error(`${owner}.${name} has two types, and the second one has no name.`);
        properties[other.name] = { ...second, ...describe(other.description) };
      } else if (!isOptional) required.push(name);
    }
    return { properties, required };
  }

  /** @param {string} name */
  #statement(name) {
    const statement = this.#declared.get(name);
    if (statement === undefined) throw new Error(`${name} is not declared.`);
    return statement;
  }

  /**
   * @param {string} name
   * @returns {Member[]}
   */
  #members(name) {
    const statement = this.#statement(name);
    if (ts.isTypeAliasDeclaration(statement)) return this.#membersOfType(statement.type);
    if (!ts.isInterfaceDeclaration(statement) && !ts.isClassDeclaration(statement))
      throw new Error(`${name} has no members.`);
    const inherited = (ts.isInterfaceDeclaration(statement) ? (statement.heritageClauses ?? []) : [])
      .flatMap(({ types }) => types)
      .flatMap(({ expression }) => this.#members(expression.getText()));
    const own = statement.members.flatMap((member) =>
      ts.isPropertySignature(member) || ts.isPropertyDeclaration(member)
        ? [
            {
              name: member.name.getText(),
              type: member.type,
              isOptional: member.questionToken !== undefined || isUndefinable(member.type),
              description: description(member),
            },
          ]
        : [],
    );
    return merged([...inherited.filter(({ name: one }) => !own.some(({ name: other }) => one === other)), ...own]);
  }

  /**
   * The members of a type: for a union, those of all its types.
   *
   * @param {ts.TypeNode} type
   * @returns {Member[]}
   */
  #membersOfType(type) {
    if (ts.isParenthesizedTypeNode(type)) return this.#membersOfType(type.type);
    if (ts.isTypeReferenceNode(type)) return this.#members(type.typeName.getText());
    if (!ts.isUnionTypeNode(type)) throw new Error(`No members in ${type.getText()}.`);
    const all = type.types.map((one) => this.#membersOfType(one));
    const names = [...new Set(all.flatMap((members) => members.map(({ name }) => name)))];
    return names.map((name) => {
      const found = all.flatMap((members) => members.filter((member) => member.name === name && !isNever(member.type)));
      const types = found.flatMap((member) => (member.type === undefined ? [] : [member.type]));
      const [first] = found;
      return {
        name,
        type: types.length === 1 ? types[0] : ts.factory.createUnionTypeNode(types),
        isOptional: found.length < all.length || found.some(({ isOptional }) => isOptional),
        description: first?.description ?? "",
      };
    });
  }

  /**
   * The specs of a type: one, or two for a text and something else.
   *
   * @param {ts.TypeNode | undefined} type
   * @param {string} name
   * @param {string} owner
   * @returns {Spec[]}
   */
  #parts(type, name, owner) {
    const flat = this.#flat(type);
    const literals = flat
      .filter(ts.isLiteralTypeNode)
      .map(({ literal }) => /** @type {ts.StringLiteral} */ (literal).text);
    const others = flat.filter((one) => !ts.isLiteralTypeNode(one));
    if (literals.length > 0 && others.length === 0) return [this.#enumeration(literals, name, owner)];
    const specs = others.map((one) => this.#spec(one, name, owner));
    const unique = [...new Map(specs.map((spec) => [JSON.stringify(spec), spec])).values()];
    const list = unique.find((spec) => spec["type"] === "array");
    // A list says all that a text can say, and a text all that a number or a Date can.
    if (list !== undefined) return [list];
    const simple = unique.filter((spec) => spec["type"] !== "number" && spec["type"] !== "date");
    return simple.length === 0 ? unique : simple.sort((one, other) => rank(one) - rank(other));
  }

  /**
   * The types of a union, without what stands for values that are known later.
   *
   * @param {ts.TypeNode | undefined} type
   * @returns {ts.TypeNode[]}
   */
  #flat(type) {
    if (type === undefined || type.kind === ts.SyntaxKind.UndefinedKeyword || isNever(type)) return [];
    if (ts.isParenthesizedTypeNode(type)) return this.#flat(type.type);
    if (ts.isUnionTypeNode(type)) {
      const all = type.types.flatMap((one) => this.#flat(one));
      // `"a" | (string & Record<never, never>)` is any text, with suggestions.
      return all.some((one) => one.kind === ts.SyntaxKind.StringKeyword)
        ? all.filter((one) => !ts.isLiteralTypeNode(one))
        : all;
    }
    if (ts.isIntersectionTypeNode(type)) return this.#flat(type.types[0]);
    if (!ts.isTypeReferenceNode(type)) return [type];
    const name = lastName(type);
    if (wrappers.has(name)) return this.#flat(type.typeArguments?.[0]);
    const statement = this.#declared.get(name);
    const isUnionOfObjects = this.#declared.has(`${name}Args`) || name.endsWith("Args");
    if (statement !== undefined && ts.isTypeAliasDeclaration(statement) && !isUnionOfObjects)
      return this.#flat(statement.type);
    return [type];
  }

  /**
   * @param {ts.TypeNode} type
   * @param {string} name
   * @param {string} owner
   * @returns {Spec}
   */
  #spec(type, name, owner) {
    if (type.kind === ts.SyntaxKind.StringKeyword) return { type: "string" };
    if (type.kind === ts.SyntaxKind.BooleanKeyword) return { type: "boolean" };
    if (type.kind === ts.SyntaxKind.NumberKeyword) return { type: "number" };
    if (type.kind === ts.SyntaxKind.UnknownKeyword) return { $ref: "pulumi.json#/Any" };
    if (ts.isTypeOperatorNode(type)) return this.#spec(type.type, name, owner);
    if (ts.isArrayTypeNode(type)) return { type: "array", items: this.#one(type.elementType, name, owner) };
    // An output such as `{ to: string }` is what the argument is.
    if (ts.isTypeLiteralNode(type)) return { $ref: `#/types/${this.#named(`${owner}${capitalized(name)}`)}` };
    if (!ts.isTypeReferenceNode(type)) throw new Error(`${owner}.${name}: ${type.getText()} has no type in a schema.`);
    const reference = lastName(type);
    if (reference === "Date") return { type: "date" };
    if (reference === "Record") {
      const [, value] = type.typeArguments ?? [];
      return { type: "object", additionalProperties: this.#one(value, name, owner) };
    }
    return { $ref: `#/types/${this.#named(reference)}` };
  }

  /**
   * @param {ts.TypeNode | undefined} type
   * @param {string} name
   * @param {string} owner
   */
  #one(type, name, owner) {
    const [spec, second] = this.#parts(type, name, owner);
    if (spec === undefined || second !== undefined) throw new Error(`${owner}.${name} has no single type.`);
    return spec;
  }

  /**
   * @param {readonly string[]} values
   * @param {string} name
   * @param {string} owner
   */
  #enumeration(values, name, owner) {
    const token = `${typePrefix}${name === "type" ? owner : ""}${capitalized(name)}`;
    this.types.set(token, { type: "string", enum: values.map((value) => ({ value })) });
    return { $ref: `#/types/${token}` };
  }

  /**
   * The token of an interface. What a program gives and what it gets have one type, with the comments of what it gives.
   *
   * @param {string} reference
   */
  #named(reference) {
    const source = this.#declared.has(`${reference}Args`) ? `${reference}Args` : reference;
    // Not a name that classes have for the result of a function itself.
    const short = source.replace(/Args$/u, "").replace(/^Get(\w+)Result$/u, "Listed$1");
    const token = `${typePrefix}${short}`;
    if (!this.types.has(token)) {
      // Before its members, because a filter contains filters.
      this.types.set(token, {});
      const { properties, required } = this.#properties(this.#members(source), short);
      const open = Object.entries(properties).map(([name, spec]) => [name, openSpec(spec, this.types)]);
      this.types.set(token, {
        type: "object",
        ...describe(this.descriptionOf(source)),
        properties: Object.fromEntries(open),
        ...(required.length > 0 ? { required } : {}),
      });
    }
    return token;
  }
}
