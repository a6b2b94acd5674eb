import type { Position } from "../../model/index.ts";
import { compiler, SyntaxKind, type ts } from "./compiler.ts";
import type { SchemaModule } from "./module.ts";

const byteOrderMark = "\uFEFF";

/** Parses the text into a syntax tree. Throws a RangeError when the text nests too deeply. */
export function openSource(path: string, text: string): ts.SourceFile {
  return compiler.createSourceFile(
    path,
    text.startsWith(byteOrderMark) ? text.slice(1) : text,
    compiler.ScriptTarget.ESNext,
    /* setParentNodes */ false,
    compiler.ScriptKind.TS,
  );
}

/** The syntax errors that the parser found. */
export function syntaxErrors(
  source: ts.SourceFile,
): readonly ts.DiagnosticWithLocation[] {
  // Public only through a Program, which would read library files as well.
  const { parseDiagnostics } = source as ts.SourceFile & {
    parseDiagnostics: readonly ts.DiagnosticWithLocation[];
  };
  return parseDiagnostics;
}

/** The statements that an error lies in, or right behind, where the parser missed something. */
export function brokenStatements(
  source: ts.SourceFile,
  errors: readonly { start: number }[],
): Set<ts.Statement> {
  const { statements } = source;
  const broken = statements.filter(({ pos }, index) => {
    const end = statements[index + 1]?.getStart(source) ?? source.end;
    return errors.some(({ start }) => pos <= start && start <= end);
  });
  return new Set(broken);
}

/** The place of an offset, counted from 1. */
export function positionAt(
  { path, source }: Pick<SchemaModule, "path" | "source">,
  offset: number,
): Position {
  const { line, character } = source.getLineAndCharacterOfPosition(offset);
  return { file: path, line: line + 1, column: character + 1 };
}

/** The line that a stretch of the source starts in, and how much of it to underline. */
export function excerptAt(
  { source }: Pick<SchemaModule, "source">,
  { start, length }: { start: number; length: number },
): { line: string; length: number } {
  const starts = source.getLineStarts();
  const { line, character } = source.getLineAndCharacterOfPosition(start);
  const text = source.text.slice(starts[line], starts[line + 1]).trimEnd();
  const rest = Math.max(text.length - character, 1);
  return { line: text, length: Math.min(Math.max(length, 1), rest) };
}

/** How the source writes a node, on one line and cut short. */
export function quoteNode(source: ts.SourceFile, node: ts.Node): string {
  const text = node.getText(source).split(/\s+/u).join(" ");
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}

/** The kind of a node in words: `MappedType` → `mapped type`. */
export function kindInWords(node: ts.Node): string {
  const name = SyntaxKind[node.kind];
  return name.replaceAll(/(?<=[a-z])[A-Z]/gu, " $&").toLowerCase();
}
