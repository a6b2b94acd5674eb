import { ts } from "ts-morph";
import { expect } from "vitest";
import type { EmittedFile } from "../../../src/emit/index.ts";

/** What no emitted text has: it hides from whoever reviews it, or moves a cursor. */
const unseen =
  // eslint-disable-next-line no-control-regex
  /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/u;

/** Why emitted files are not what they are to be; none where nothing broke out of its place. */
export function harms(files: readonly EmittedFile[]): string[] {
  return files.flatMap(({ path, text }) => {
    const found: string[] = [];
    const add = (reason: string): void => void found.push(`${path}: ${reason}`);
    if (
      !/^[\w.-]+(?:\/[\w.-]+)*$/.test(path) ||
      /(?:^|\/)\.\.?(?:\/|$)/.test(path)
    )
      add("is no plain path");
    const hidden = unseen.exec(text);
    if (hidden)
      add(
        `hides ${JSON.stringify(text.slice(hidden.index - 20, hidden.index + 5))}`,
      );
    if (path.endsWith(".json")) JSON.parse(text);
    if (/\.[jt]s$/.test(path)) for (const one of broken(path, text)) add(one);
    return found;
  });
}

export function expectHarmless(files: readonly EmittedFile[]): void {
  expect(harms(files)).toEqual([]);
}

/** What the syntax tree of a module has that a text of somebody else's brought in. */
function broken(path: string, text: string): string[] {
  const { diagnostics = [] } = ts.transpileModule(text, {
    fileName: path,
    reportDiagnostics: true,
    compilerOptions: { target: ts.ScriptTarget.ES2023 },
  });
  const found = diagnostics.map(({ messageText, start = 0 }) => {
    const said = ts.flattenDiagnosticMessageText(messageText, " ");
    return `${said}: ${JSON.stringify(text.slice(start - 40, start + 20))}`;
  });
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.ES2023, true);
  const visit = (node: ts.Node): void => {
    const isName = ts.isIdentifier(node) || ts.isPrivateIdentifier(node);
    if (isName && ["canary", "eval", "Function"].includes(node.text))
      found.push(`has ${node.text} in its code`);
    ts.forEachChild(node, visit);
  };
  visit(source);
  if (directives(source) > 0) found.push("tells the compiler something");
  return found;
}

/** How many lines the compiler takes for a directive, such as `@ts-ignore`: it alone says. */
function directives(source: ts.SourceFile): number {
  const { commentDirectives = [], checkJsDirective } = source as {
    commentDirectives?: unknown[];
    checkJsDirective?: unknown;
  };
  return commentDirectives.length + (checkJsDirective === undefined ? 0 : 1);
}
