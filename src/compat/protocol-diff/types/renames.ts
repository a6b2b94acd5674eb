import { withNames } from "../shape/names.ts";
import type { Shape } from "../shape/shape.ts";
import { textOf } from "../shape/text.ts";

type Named = ReadonlyMap<string, Shape>;

/**
 * Pairs what is gone with what has come and has the same body, names of what is gone or
 * has come apart; a body that two names have on either side tells nothing.
 */
export function findRenames(before: Named, after: Named): Map<string, string> {
  const gone = without(before, after);
  const come = without(after, before);
  const bodies = bodiesOf([gone, come]);
  const goneByBody = byBody(gone, bodies);
  const comeByBody = byBody(come, bodies);
  return new Map(surePairs(goneByBody, comeByBody));
}

/** Pairs what has the same body on both sides, where nothing else there has it. */
export function surePairs<Body, Item extends string | object>(
  gone: ReadonlyMap<Body, readonly Item[]>,
  come: ReadonlyMap<Body, readonly Item[]>,
): [Item, Item][] {
  return [...gone].flatMap(([body, items]): [Item, Item][] => {
    const [old, secondOld] = items;
    const [now, secondNow] = come.get(body) ?? [];
    const isSure = secondOld === undefined && secondNow === undefined;
    return old !== undefined && now !== undefined && isSure ? [[old, now]] : [];
  });
}

/** The names that the other side does not have. */
function without(own: Named, other: Named): Named {
  return new Map([...own].filter(([name]) => !other.has(name)));
}

/**
 * A number for each body: at first all are alike, then as long as it tells more of them
 * apart, those alike whose bodies are, with the numbers in the place of names.
 */
function bodiesOf(sides: readonly Named[]): ReadonlyMap<string, number> {
  const all: Named = new Map(sides.flatMap((side) => [...side]));
  let bodies: ReadonlyMap<string, number> = new Map();
  let count = 0;
  for (;;) {
    const numbers = new Map<string, number>();
    const known = bodies;
    const numberOf = (text: string): number => {
      const number = numbers.get(text) ?? numbers.size;
      numbers.set(text, number);
      return number;
    };
    const named = (name: string): string =>
      all.has(name) ? `#${known.get(name) ?? 0}` : name;
    bodies = new Map(
      [...all].map(([name, shape]) => [
        name,
        numberOf(textOf(withNames(shape, named))),
      ]),
    );
    if (numbers.size === count) return bodies;
    count = numbers.size;
  }
}

function byBody(
  own: Named,
  bodies: ReadonlyMap<string, number>,
): Map<number, string[]> {
  const found = new Map<number, string[]>();
  for (const [name, shape] of own) {
    const body = bodies.get(name);
    if (body === undefined || saysLittle(shape)) continue;
    found.set(body, [...(found.get(body) ?? []), name]);
  }
  return found;
}

/** Many types are just another name, a text, or an object with nothing of its own. */
function saysLittle(shape: Shape): boolean {
  if (shape.kind === "object") return shape.fields.size === 0;
  return shape.kind === "keyword" || shape.kind === "reference";
}
