import { readFileSync } from "node:fs";

/** A fenced block of code of a page. */
export interface CodeBlock {
  readonly language: string;
  /** The file that the page calls it: `ts [server.ts]`. */
  readonly name?: string;
  readonly text: string;
  /** Where its text begins: 1 is the first line of the page. */
  readonly line: number;
}

/** The blocks of code in a text, in order; those of a list are indented as their fence is. */
export function codeBlocks(text: string): CodeBlock[] {
  const found: CodeBlock[] = [];
  let open: (CodeBlock & { readonly fence: string }) | undefined;
  let lines: string[] = [];
  for (const [index, line] of text.split("\n").entries()) {
    if (open !== undefined) {
      if (line.trim() === open.fence.trim()) {
        const { fence: _, ...block } = open;
        found.push({ ...block, text: lines.map((one) => `${one}\n`).join("") });
        open = undefined;
      } else lines.push(withoutIndent(line, open.fence));
      continue;
    }
    const [, fence, language = "", name] =
      /^( *`{3,})([\w-]*) *(?:\[([^\]]+)\])? *$/.exec(line) ?? [];
    if (fence === undefined) continue;
    const named = name === undefined ? {} : { name };
    open = { fence, language, ...named, text: "", line: index + 2 };
    lines = [];
  }
  if (open !== undefined)
    throw new Error(`the block that begins at line ${open.line} has no end`);
  return found;
}

/** A line of a page. */
export interface Line {
  readonly text: string;
  /** 1 is the first one. */
  readonly line: number;
}

/** The lines of a text that are in no block of code. */
export function proseOf(text: string): Line[] {
  const inCode = new Set<number>();
  for (const block of codeBlocks(text)) {
    const { length } = block.text.split("\n");
    for (let at = block.line; at < block.line + length; at++) inCode.add(at);
  }
  return text
    .split("\n")
    .map((one, index) => ({ text: one, line: index + 1 }))
    .filter(({ line }) => !inCode.has(line));
}

function withoutIndent(line: string, fence: string): string {
  const indent = fence.length - fence.trimStart().length;
  return line.slice(0, indent).trim() === "" ? line.slice(indent) : line;
}

/** The TypeScript blocks of a page, in order: `docs/guides/tools.md`. */
export function pageBlocks(page: string): string[] {
  return typescriptOf(readPage(page));
}

/** The block that a page calls by the name of a file; throws where none, or two, are. */
export function namedBlock(page: string, name: string): string {
  const found = codeBlocks(readPage(page)).filter((one) => one.name === name);
  const [block] = found;
  if (block === undefined || found.length > 1)
    throw new Error(`${page} has ${found.length} blocks named ${name}`);
  return block.text;
}

function typescriptOf(text: string): string[] {
  return codeBlocks(text)
    .filter(({ language }) => language === "ts")
    .map((block) => block.text);
}

/** The text of a page of the repository. */
export function readPage(page: string): string {
  return readFileSync(new URL(`../../${page}`, import.meta.url), "utf8");
}
