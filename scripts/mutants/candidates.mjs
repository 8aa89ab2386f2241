/** The changes that can be made to a source file. Each should make a test fail, unless it changes no behavior. */
import ts from "typescript";

/**
 * `start` to `end` becomes `replacement`. `line` and `what` are for people, and find a mutant again after edits elsewhere in the file.
 *
 * @typedef {{ kind: string, file: string, start: number, end: number, replacement: string, line: string, what: string }} Mutant
 */
/**
 * @typedef {object} Tools
 * @property {(kind: string, node: ts.Node, replacement: string) => void} add
 * @property {(node: ts.Node) => string} text
 * @property {(node: ts.Node) => string} type
 */

const nearComparison = new Map([
  ["<", "<="],
  ["<=", "<"],
  [">", ">="],
  [">=", ">"],
]);

/** @type {(node: ts.Statement) => boolean} */
function isExit(node) {
  if (!ts.isBlock(node)) return ts.isReturnStatement(node) || ts.isContinueStatement(node) || ts.isThrowStatement(node);
  const last = node.statements.at(-1);
  return last !== undefined && node.statements.length <= 2 && isExit(last);
}

/** @param {ts.Expression} node */
function hasEffect(node) {
  const inner = ts.isAwaitExpression(node) ? node.expression : node;
  if (ts.isCallExpression(inner)) return inner.expression.kind !== ts.SyntaxKind.SuperKeyword;
  if (!ts.isBinaryExpression(inner))
    return ts.isPostfixUnaryExpression(inner) || ts.isPrefixUnaryExpression(inner) || ts.isDeleteExpression(inner);
  const { kind } = inner.operatorToken;
  return kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment;
}

/** @type {((node: ts.Node, tools: Tools) => void)[]} */
const mutators = [
  (node, { add, text }) => {
    if (!ts.isIfStatement(node)) return;
    add("condition", node.expression, `!(${text(node.expression)})`);
    if (node.elseStatement === undefined && isExit(node.thenStatement)) add("early exit", node, "void 0;");
  },
  (node, { add, text }) => {
    if (!ts.isConditionalExpression(node)) return;
    add("branch", node, `${text(node.condition)} ? ${text(node.whenFalse)} : ${text(node.whenTrue)}`);
  },
  (node, { add, text }) => {
    if (!ts.isBinaryExpression(node)) return;
    const [left, right, operator] = [text(node.left), text(node.right), text(node.operatorToken)];
    const near = nearComparison.get(operator);
    if (near !== undefined) add("comparison", node, `${left} ${near} ${right}`);
    if (operator === "??") add("fallback", node, `(${left})!`);
    if (operator === "&&" || operator === "||") for (const kept of [left, right]) add("condition", node, kept);
  },
  (node, { add, text }) => {
    if (ts.isExpressionStatement(node) && hasEffect(node.expression)) add("statement", node, "void 0;");
    if (ts.isAwaitExpression(node)) add("await", node, text(node.expression));
  },
  (node, { add }) => {
    if (ts.isNumericLiteral(node) && !(ts.isPropertyAssignment(node.parent) && node.parent.name === node))
      add("constant", node, String(Number(node.text) + 1));
    if (node.kind === ts.SyntaxKind.TrueKeyword) add("constant", node, "false");
    if (node.kind === ts.SyntaxKind.FalseKeyword) add("constant", node, "true");
  },
  (node, { add, text }) => {
    if (!ts.isObjectLiteralExpression(node) || !node.properties.some(ts.isSpreadAssignment)) return;
    for (const dropped of node.properties)
      add(
        "property",
        node,
        `{ ${node.properties
          .filter((one) => one !== dropped)
          .map(text)
          .join(", ")} }`,
      );
  },
  (node, { add, text }) => {
    if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return;
    const { name, expression } = node.expression;
    if (name.text === "every") add("array method", name, "some");
    if (name.text === "some") add("array method", name, "every");
    if (name.text === "filter") add("array method", node, text(expression));
  },
  (node, { add, text, type }) => {
    if (!(ts.isCallExpression(node) || ts.isNewExpression(node)) || node.arguments === undefined) return;
    const args = [...node.arguments];
    const head = node.getSourceFile().text.slice(node.getStart(), node.arguments.pos);
    for (const [i, left] of args.entries()) {
      const right = args[i + 1];
      if (right === undefined || ts.isSpreadElement(left) || ts.isSpreadElement(right)) continue;
      if (text(left) === text(right) || type(left) !== type(right)) continue;
      const swapped = [...args.slice(0, i), right, left, ...args.slice(i + 2)];
      add("arguments", node, `${head}${swapped.map(text).join(", ")})`);
    }
  },
];

/** @param {string} text */
function short(text) {
  const flat = text.replace(/\s+/gu, " ");
  return flat.length > 120 ? `${flat.slice(0, 120)}…` : flat;
}

/**
 * @param {string} file
 * @param {ts.SourceFile} source
 * @param {ts.TypeChecker} checker
 */
export function candidates(file, source, checker) {
  /** @type {Mutant[]} */
  const found = [];
  /** @type {Tools} */
  const tools = {
    text: (node) => node.getText(source),
    type: (node) => checker.typeToString(checker.getBaseTypeOfLiteralType(checker.getTypeAtLocation(node))),
    add: (kind, node, replacement) => {
      const [start, end] = [node.getStart(source), node.getEnd()];
      const line =
        source.text
          .slice(source.text.lastIndexOf("\n", start) + 1)
          .split("\n", 1)[0]
          ?.trim() ?? "";
      const what = `${short(node.getText(source))} -> ${short(replacement)}`;
      found.push({ kind, file, start, end, replacement, line, what });
    },
  };
  /** @param {ts.Node} node */
  const visit = (node) => {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node)) return;
    if (ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) return;
    for (const mutate of mutators) mutate(node, tools);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}
