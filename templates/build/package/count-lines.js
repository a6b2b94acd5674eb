import { readFileSync } from "node:fs";
import path from "node:path";
import { ts } from "ts-morph";
import { filesOf } from "./files.js";

/** What people write, and what of it a report counts as code of an SDK, or of the generator. */
const counted = [
  "src/derive",
  "src/emit",
  "src/extend",
  "src/model",
  "src/parse",
  "src/runtime",
  "src/spec",
  "templates/emitted",
  "templates/examples",
  "templates/rules",
];

/** Where code may know methods by their names, and where types of the schema too. */
const knowing = /^src\/(runtime|derive|emit|extend)\//;
const generator = /^src\/(derive|emit|extend)\//;

/** What looks like a method that nobody has published yet, and like no media type. */
const methodLike = /^(?!application|text)[a-z][A-Za-z]*(\/[A-Za-z_]+)+$/;

/**
 * Counts the code that people wrote, folder by folder: its lines of code and of comments,
 * without blank ones, and which methods and types of the protocol it spells. What the
 * build or `generate` writes is left out.
 * @param {string} root
 * @param {readonly string[]} [tops] the folders that are counted
 */
export function countLines(root, tops = counted) {
  const names = knownNames(root);
  const folders = new Map();
  for (const top of tops)
    for (const file of filesOf(path.join(root, top), /\.(ts|json)$/)) {
      const name = path.relative(root, file).replaceAll(path.sep, "/");
      const text = readFileSync(file, "utf8");
      if (!isWritten(name, text)) continue;
      const folder = path.posix.dirname(name);
      const before = folders.get(folder) ?? emptyFolder(folder);
      folders.set(folder, added(before, countFile(name, text, names)));
    }
  return {
    formatVersion: 1,
    folders: [...folders.values()].map(({ words, ...folder }) => ({
      ...folder,
      ...(words.size > 0 && { words: [...words].sort() }),
    })),
  };
}

/** @param {string} folder */
function emptyFolder(folder) {
  return { path: folder, files: 0, code: 0, comments: 0, words: new Set() };
}

function added(folder, { code, comments, words }) {
  return {
    ...folder,
    files: folder.files + 1,
    code: folder.code + code,
    comments: folder.comments + comments,
    words: new Set([...folder.words, ...words]),
  };
}

/**
 * @param {string} name
 * @param {string} text
 */
function isWritten(name, text) {
  if (/\/(node_modules|mcp)\//.test(name)) return false;
  if (name.endsWith(".json")) return /^src\/spec\/extension-facts\//.test(name);
  return !text.startsWith("// Built from ");
}

/** What published schemas call their methods and types. */
function knownNames(root) {
  const methods = new Set();
  const types = new Set();
  for (const folder of ["models", "extensions"])
    for (const file of filesOf(
      path.join(root, "src/spec", folder),
      /\.json$/,
    )) {
      const {
        declarations,
        requests = [],
        notifications = [],
        facts = {},
      } = JSON.parse(readFileSync(file, "utf8"));
      for (const { name } of declarations) types.add(name);
      for (const { method } of [...requests, ...notifications])
        methods.add(method);
      for (const method of Object.keys(facts.methods ?? {}))
        methods.add(method);
    }
  return { methods, types };
}

function countFile(name, text, names) {
  if (name.endsWith(".json"))
    return { code: written(text.split("\n")), comments: 0, words: new Set() };
  const source = ts.createSourceFile(name, text, ts.ScriptTarget.ES2023, false);
  const codeLines = new Set();
  const words = new Set();
  const visit = (node) => {
    if (ts.isStringLiteralLike(node) && isWord(node.text, name, names))
      words.add(node.text);
    // Comments stand in what is before a token, and are no tokens.
    const children = node.getChildren(source);
    if (children.length > 0) children.forEach(visit);
    else if (!ts.isJSDoc(node)) markLines(node, source, codeLines);
  };
  visit(source);
  const code = codeLines.size;
  return { code, comments: written(text.split("\n")) - code, words };
}

function markLines(token, source, lines) {
  const [start, end] = [token.getStart(source), token.getEnd()];
  if (start === end) return;
  const [first, last] = [start, end].map(
    (position) => source.getLineAndCharacterOfPosition(position).line,
  );
  // The blank lines of a text are no lines that one reads.
  for (let line = first; line <= last; line += 1)
    if (!isBlank(line, source)) lines.add(line);
}

function isBlank(line, source) {
  const starts = source.getLineStarts();
  return source.text.slice(starts[line], starts[line + 1]).trim() === "";
}

/** @param {string[]} lines */
function written(lines) {
  return lines.filter((line) => line.trim() !== "").length;
}

function isWord(text, name, { methods, types }) {
  if (!knowing.test(name)) return false;
  return (
    methods.has(text) ||
    methodLike.test(text) ||
    (generator.test(name) && types.has(text))
  );
}
