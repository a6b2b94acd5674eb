import { transform } from "esbuild";
import { ts } from "ts-morph";
import { shortLocals } from "./short-locals.js";

const pure = "/* @__PURE__ */";
const shortPure = "/*@__PURE__*/";

/**
 * Returns the text of a published module: a line for each statement, and names of all
 * functions, classes and methods, so that a stack trace shows code. It has no indentation
 * and short names of locals, because servers load it at each start.
 * @param {string} text of a module
 */
export async function readable(text) {
  return compact(await shortLocals(text));
}

/**
 * Leaves out the space within lines, and before them. Marks of purity stay, which
 * esbuild would leave out with the space. Throws where any space meant something.
 * @param {string} text
 */
async function compact(text) {
  const source = ts.createSourceFile(
    "text.js",
    text,
    ts.ScriptTarget.Latest,
    true,
    ts.ScriptKind.JS,
  );
  const [hashbang = ""] = /^#!.*\n/.exec(text) ?? [];
  let shorter = hashbang;
  let endsStatement = false;
  const starts = startsOf(source);
  const visit = (node) => {
    if (ts.isJSDoc(node)) return;
    const children = node.getChildren(source);
    if (children.length > 0) return children.forEach(visit);
    const start = node.getStart(source);
    const token = text.slice(start, node.getEnd());
    if (token === "") return;
    const between = text.slice(node.getFullStart(), start);
    // What ends a block ends its last statement.
    if (token === "}" && endsStatement) shorter = shorter.slice(0, -1);
    endsStatement = token === ";" && isEnd(node);
    if (starts.has(start) && between.includes("\n")) shorter += "\n";
    else if (touch(shorter.at(-1) ?? "", token[0] ?? "")) shorter += " ";
    shorter += between.includes(pure) ? shortPure + token : token;
  };
  visit(source);
  await assertSame(text, shorter);
  return `${shorter.trim()}\n`;
}

/** Whether a semicolon only ends what it stands in. */
function isEnd({ parent }) {
  return (
    ts.isExpressionStatement(parent) ||
    ts.isVariableStatement(parent) ||
    ts.isReturnStatement(parent) ||
    ts.isThrowStatement(parent)
  );
}

/** Where statements, members of classes and objects, and names of lists begin. */
function startsOf(source) {
  const starts = new Set();
  const visit = (node) => {
    if (isLine(node)) starts.add(node.getStart(source));
    ts.forEachChild(node, visit);
  };
  visit(source);
  return starts;
}

function isLine(node) {
  return (
    ts.isStatement(node) ||
    ts.isClassElement(node) ||
    ts.isVariableDeclaration(node) ||
    ts.isObjectLiteralElement(node) ||
    ts.isImportSpecifier(node) ||
    ts.isExportSpecifier(node)
  );
}

/**
 * Whether two characters may not stand side by side.
 * @param {string} last
 * @param {string} first
 */
function touch(last, first) {
  const isWord = (character) => /[\w$#\\]|[^\0-\x7f]/.test(character);
  if (isWord(last) && isWord(first)) return true;
  return "+-/".includes(last) && last === first && last !== "";
}

/**
 * @param {string} text
 * @param {string} shorter
 */
async function assertSame(text, shorter) {
  const [one, other] = await Promise.all(
    [text, shorter].map((code) => transform(code, { minify: true })),
  );
  // Strings of the generator hold marks too, and stay as they are.
  const count = (code, mark) => code.split(mark).length - 1;
  const kept = count(shorter, shortPure) + count(shorter, pure);
  if (one?.code !== other?.code || count(text, pure) !== kept)
    throw new Error("a space has a meaning");
}
