import type { Comparison, Difference, TypePlace } from "./comparison.ts";
import type { Shape } from "../shape/shape.ts";
import { textOf } from "../shape/text.ts";

/** The members of a union; any other type is its only one. */
export function membersOf(shape: Shape): readonly Shape[] {
  return shape.kind === "union" ? shape.members : [shape];
}

/** The members that came and went, each judged by itself. */
export function compareMembers(
  before: Shape,
  after: Shape,
  { path, owner }: TypePlace,
  { within, renamed }: Comparison,
): Difference[] {
  const gone = without(membersOf(before), membersOf(after));
  const come = without(membersOf(after), membersOf(before));
  const pairs = gone.flatMap((old) =>
    come
      .filter((now) => isRenamed(old, now, renamed))
      .map((now) => ({ old, now })),
  );
  const isPaired = (shape: Shape): boolean =>
    pairs.some(({ old, now }) => old === shape || now === shape);
  const at = { path, ...(owner !== undefined && { owner }) };
  return [
    ...pairs.map(({ old, now }): Difference => ({
      kind: "renamed",
      subject: "union member",
      rule: "type-renamed",
      ...at,
      before: textOf(old),
      after: textOf(now),
    })),
    ...gone
      .filter((shape) => !isPaired(shape))
      .map((shape): Difference => ({
        kind: "removed",
        subject: subjectOf(shape),
        rule: within(shape, after) ? "member-covered" : "member-removed",
        ...at,
        before: textOf(shape),
      })),
    ...come
      .filter((shape) => !isPaired(shape))
      .map((shape): Difference => ({
        kind: "added",
        subject: subjectOf(shape),
        rule: within(shape, before) ? "member-covered" : "member-added",
        ...at,
        after: textOf(shape),
      })),
  ];
}

function without(shapes: readonly Shape[], others: readonly Shape[]): Shape[] {
  const texts = new Set(others.map(textOf));
  return shapes.filter((shape) => !texts.has(textOf(shape)));
}

function isRenamed(
  old: Shape,
  now: Shape,
  renamed: ReadonlyMap<string, string>,
): boolean {
  return (
    old.kind === "reference" &&
    now.kind === "reference" &&
    renamed.get(old.name) === now.name
  );
}

/** Literals are what an enum has. */
function subjectOf({ kind }: Shape): "enum member" | "union member" {
  return kind === "literal" ? "enum member" : "union member";
}
