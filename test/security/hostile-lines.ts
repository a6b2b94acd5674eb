import { fc } from "../support/random.ts";

/** Stands in JSON text for a number that `JSON.parse` reads as Infinity. */
const infinite = '"1e400"';

/** Values that break what is careless. */
const odd: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    -1,
    1.5,
    2 ** 53,
    "1e400",
    "",
    "__proto__",
    "constructor",
    "\ud800",
    "a\u0000\n\u2028",
    "x".repeat(3000),
    [],
    {},
    [[]],
    [{}],
    { toString: 1, then: 1, toJSON: 1, length: -1 },
  ),
  fc.constant(JSON.parse('{"__proto__":{"polluted":true},"constructor":1}')),
  // Too deep for `JSON.stringify`: `toText` writes it out.
  fc.constantFrom(3_000, 100_000).map((depth) => ({ nested: depth })),
  fc.json({ maxDepth: 3 }).map((text): unknown => JSON.parse(text)),
);

/** Stands for an id that no other request of the test has. */
export const freshId = "fresh id";

/** The text of a value, with what `JSON.stringify` cannot write. */
function toText(value: unknown): string {
  return JSON.stringify(value ?? null)
    .replaceAll(infinite, "1e400")
    .replace(/\{"nested":(\d+)\}/g, (_, depth) => {
      // Whatever else was drawn may look like it.
      const count = Math.min(Number(depth), 1_000_000);
      return "[".repeat(count) + "]".repeat(count);
    });
}

type Change = (value: unknown, odd: unknown) => unknown;

/** What happens to a member of an object or a list. */
const changes: readonly Change[] = [
  (_, odd) => odd,
  () => undefined,
  (value) => [value],
  (value) => [value, value],
  (value) => ({ value }),
  (value) => (typeof value === "string" ? value.toUpperCase() : value),
];

/** A valid message with some of its members changed, at any depth. */
function mutated(messages: readonly object[]): fc.Arbitrary<unknown> {
  const mutation = fc.tuple(
    fc.nat(),
    fc.constantFrom(...changes),
    odd,
    fc.boolean(),
  );
  return fc
    .tuple(fc.constantFrom(...messages), fc.array(mutation, { maxLength: 3 }))
    .map(([message, mutations]) =>
      mutations.reduce<unknown>((value, [place, change, odd, isAdded]) => {
        const places = placesOf(value);
        const path = places[place % places.length] ?? [];
        return isAdded
          ? add(value, path, odd)
          : replace(value, path, (inner) => change(inner, odd));
      }, structuredClone(message)),
    );
}

type Path = readonly string[];

function placesOf(value: unknown, path: Path = []): Path[] {
  if (typeof value !== "object" || value === null) return [path];
  return [
    path,
    ...Object.entries(value).flatMap(([key, inner]) =>
      placesOf(inner, [...path, key]),
    ),
  ];
}

function replace(
  value: unknown,
  [key, ...rest]: Path,
  make: (value: unknown) => unknown,
): unknown {
  if (key === undefined) return make(value);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([name, inner]) => [
    name,
    name === key ? replace(inner, rest, make) : inner,
  ]);
  return Array.isArray(value)
    ? entries.map(([, inner]) => inner)
    : Object.fromEntries(entries);
}

function add(value: unknown, path: Path, odd: unknown): unknown {
  return replace(value, path, (inner) =>
    typeof inner === "object" && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries([...Object.entries(inner), ["__proto__", odd]])
      : inner,
  );
}

/** A line of text with some of its characters gone, doubled or replaced. */
function torn(line: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const tear = fc.tuple(
    fc.nat(),
    fc.nat(20),
    fc.constantFrom("", '"', "}", "\\", "é", "\u0000", "1e999"),
  );
  return fc
    .tuple(line, fc.array(tear, { minLength: 1, maxLength: 3 }))
    .map(([text, tears]) =>
      tears.reduce((kept, [place, length, put]) => {
        const start = place % (kept.length + 1);
        return kept.slice(0, start) + put + kept.slice(start + length);
      }, text),
    );
}

/** Lines of which some are valid, most are nearly so, and some are no JSON. */
export function hostileLines(
  messages: readonly object[],
  firstId = 10,
): fc.Arbitrary<string[]> {
  const valid = fc.constantFrom(...messages).map(toText);
  const nearly = mutated(messages).map((value) => toText(value));
  const batch = fc
    .array(fc.oneof(fc.constantFrom<unknown>(...messages), mutated(messages)), {
      maxLength: 4,
    })
    .map((batched) => toText(batched));
  return fc
    .array(
      fc.oneof(
        { arbitrary: valid, weight: 4 },
        { arbitrary: nearly, weight: 8 },
        { arbitrary: batch, weight: 1 },
        { arbitrary: torn(valid), weight: 2 },
      ),
      { minLength: 1, maxLength: 25 },
    )
    .map((lines) => {
      let id = firstId;
      const unique = (line: string): string =>
        line.replaceAll(JSON.stringify(freshId), () => String(id++));
      return lines.map(unique);
    });
}
