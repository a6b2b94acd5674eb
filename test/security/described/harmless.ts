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
  // The first of many say enough.
  expect(harms(files).slice(0, 5)).toEqual([]);
}

/** What the syntax tree of a module has that a text of somebody else's brought in. */
function broken(path: string, text: string): string[] {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.ES2023);
  const { parseDiagnostics = [] } = source as {
    parseDiagnostics?: readonly ts.Diagnostic[];
  };
  const found = parseDiagnostics.map(({ messageText, start = 0 }) => {
    const said = ts.flattenDiagnosticMessageText(messageText, " ");
    return `${said}: ${JSON.stringify(text.slice(start - 40, start + 20))}`;
  });
  const visit = (node: ts.Node): void => {
    if (isCanary(node) || isEvaluation(node))
      found.push(`has in its code: ${node.getText(source).slice(0, 100)}`);
    ts.forEachChild(node, visit);
  };
  visit(source);
  if (directives(source) > 0) found.push("tells the compiler something");
  return found;
}

/** What the hostile texts say, as code: `globalThis.canary`, or a call of it. */
function isCanary(node: ts.Node): boolean {
  if (ts.isPropertyAccessExpression(node)) return node.name.text === "canary";
  if (!ts.isCallExpression(node)) return false;
  const { expression } = node;
  return ts.isIdentifier(expression) && expression.text === "canary";
}

function isEvaluation(node: ts.Node): boolean {
  return ts.isIdentifier(node) && ["eval", "Function"].includes(node.text);
}

/** How many lines the compiler takes for a directive, such as `@ts-ignore`: it alone says. */
function directives(source: ts.SourceFile): number {
  const { commentDirectives = [], checkJsDirective } = source as {
    commentDirectives?: unknown[];
    checkJsDirective?: unknown;
  };
  return commentDirectives.length + (checkJsDirective === undefined ? 0 : 1);
}
