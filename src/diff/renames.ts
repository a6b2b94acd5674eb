import type { Shape } from "./shape.ts";
import { textOf } from "./text.ts";

/**
 * Pairs what is gone with what has come and has the same body; a body that two
 * names have on either side tells nothing.
 */
export function findRenames(
  before: ReadonlyMap<string, Shape>,
  after: ReadonlyMap<string, Shape>,
): Map<string, string> {
  const gone = byBody(before, after);
  const come = byBody(after, before);
  const pairs = [...gone].flatMap(([body, names]): [string, string][] => {
    const [old, secondOld] = names;
    const [now, secondNow] = come.get(body) ?? [];
    const isSure = secondOld === undefined && secondNow === undefined;
    return old !== undefined && now !== undefined && isSure ? [[old, now]] : [];
  });
  return new Map(pairs);
}

/** The names that the other side does not have, by what they stand for. */
function byBody(
  own: ReadonlyMap<string, Shape>,
  other: ReadonlyMap<string, Shape>,
): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const [name, shape] of own) {
    if (other.has(name) || saysLittle(shape)) continue;
    const body = textOf(shape);
    found.set(body, [...(found.get(body) ?? []), name]);
  }
  return found;
}

/** Many types are just another name, a text, or an object with nothing of its own. */
function saysLittle(shape: Shape): boolean {
  if (shape.kind === "object") return shape.fields.size === 0;
  return shape.kind === "keyword" || shape.kind === "reference";
}
