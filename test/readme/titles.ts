import { ts } from "ts-morph";

/** Whether a file runs a test of this title, behind those it stands under: "a call › ends". */
export type HasTest = (title: string) => boolean;

/**
 * The tests of a file, by its text. A title that is filled in may be named as it is
 * written, `%s` and all, with `…` for `${…}`; or as one case has it, where the file
 * holds what is filled in as a literal. Tests that are skipped or still to be written
 * are none, and neither are those whose title is not written in place.
 */
export function testsOf(text: string): HasTest {
  const source = ts.createSourceFile("tests.ts", text, ts.ScriptTarget.Latest);
  const titles = new Set<string>();
  const literals = new Set<string>();
  const visit = (node: ts.Node, above: readonly string[]): void => {
    const block = ts.isCallExpression(node) ? readBlock(node) : undefined;
    if (block?.isSkipped === true) return;
    const under = block ? [...above, block.title] : above;
    if (block?.kind === "test") titles.add(under.join(" › "));
    if (ts.isStringLiteralLike(node) || ts.isNumericLiteral(node))
      literals.add(node.text);
    ts.forEachChild(node, (child) => visit(child, under));
  };
  visit(source, []);
  const patterns = [...titles]
    .filter((title) => isFilled(title))
    .map(toPattern);
  return (title) =>
    titles.has(title) ||
    patterns.some((pattern) => {
      const [, ...filled] = pattern.exec(title) ?? [];
      return (
        filled.length > 0 &&
        filled.every((one) => literals.has(one) || isHole(one))
      );
    });
}

interface Block {
  readonly kind: "describe" | "test";
  readonly title: string;
  readonly isSkipped: boolean;
}

const kinds: ReadonlyMap<string, Block["kind"]> = new Map([
  ["describe", "describe"],
  ["test", "test"],
  ["it", "test"],
]);

/** `skipIf` is not one of these: such a test runs where it can. */
const skips: ReadonlySet<string> = new Set(["skip", "todo", "fails"]);

/** `test("…", …)`, `describe.each(…)("…", …)`, and what else is made of these. */
function readBlock(call: ts.CallExpression): Block | undefined {
  const [first, ...others] = call.arguments;
  const [name = "", ...modifiers] = namesOf(call.expression);
  const kind = kinds.get(name);
  if (!kind || first === undefined || others.length === 0) return undefined;
  const title = titleOf(first);
  const isSkipped = modifiers.some((one) => skips.has(one));
  return title === undefined ? undefined : { kind, title, isSkipped };
}

/** The names of `test.each(…)` and the like, the first one first. */
function namesOf(node: ts.Expression): string[] {
  if (ts.isIdentifier(node)) return [node.text];
  if (ts.isPropertyAccessExpression(node))
    return [...namesOf(node.expression), node.name.text];
  if (ts.isCallExpression(node)) return namesOf(node.expression);
  return ts.isTaggedTemplateExpression(node) ? namesOf(node.tag) : [];
}

function titleOf(node: ts.Expression): string | undefined {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return undefined;
  const parts = node.templateSpans.map(({ literal }) => literal.text);
  return [node.head.text, ...parts].join("…");
}

const hole = /%(?:\.\d+)?[a-z#]|\$[\w.]+|…/;

function isHole(text: string): boolean {
  return hole.exec(text)?.[0] === text;
}

function isFilled(title: string): boolean {
  return hole.test(title);
}

function toPattern(title: string): RegExp {
  const fixed = title.split(new RegExp(hole, "g"));
  const escaped = fixed.map((one) =>
    one.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"),
  );
  return new RegExp(`^${escaped.join("(.+)")}$`);
}
