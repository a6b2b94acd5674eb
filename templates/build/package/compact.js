import { transform } from "esbuild";
import { ts } from "ts-morph";

const pure = "/* @__PURE__ */";
const shortPure = "/*@__PURE__*/";

/**
 * Leaves out the space within lines, and before them: a third of the bytes. A line stays
 * for each statement, for stack traces, or for each of the module alone; and so do the marks of
 * purity, which esbuild would leave out with the space. Throws where any of it meant
 * something.
 * @param {string} text
 * @param {{ lines: "all" | "statements" }} options
 */
export async function compact(text, { lines }) {
  const source = ts.createSourceFile(
    "text.js",
    text,
    ts.ScriptTarget.Latest,
    true,
    ts.ScriptKind.JS,
  );
  let shorter = "";
  let endsStatement = false;
  const starts = startsOf(source, lines);
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

/** Where statements begin, and what is like them within classes. */
function startsOf(source, lines) {
  const starts = new Set();
  const visit = (node) => {
    const isLine =
      node.parent === source ||
      (lines === "all" && (ts.isStatement(node) || ts.isClassElement(node)));
    if (isLine) starts.add(node.getStart(source));
    if (lines === "all" || node === source) ts.forEachChild(node, visit);
  };
  visit(source);
  return starts;
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
  const marks = [text.split(pure).length, shorter.split(shortPure).length];
  if (one?.code !== other?.code || marks[0] !== marks[1])
    throw new Error("a space has a meaning");
}
