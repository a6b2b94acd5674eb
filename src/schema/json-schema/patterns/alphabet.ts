/** What is judged of a character that a pattern has. */
type Fits = (character: string) => boolean;

/** Where `\s`, `\w`, `\d` and `.` begin and end beyond ASCII. */
const boundaries = [
  0x80, 0x85, 0xa0, 0xa1, 0x1680, 0x1681, 0x2000, 0x200a, 0x200b, 0x2028,
  0x2029, 0x202a, 0x202f, 0x2030, 0x205f, 0x2060, 0x3000, 0x3001, 0xd800,
  0xdc00, 0xe000, 0xfeff, 0xff00, 0x10000, 0x10ffff,
];

/**
 * One character of each kind that a pattern can tell apart.
 *
 * @param atoms - What the pattern has of single characters.
 */
export function kindsOfCharacters(
  source: string,
  atoms: readonly Fits[],
): string[] {
  const kinds = new Map<string, string>();
  for (const code of codesIn(source)) {
    const character = String.fromCodePoint(code);
    const kind = atoms.map((fits) => (fits(character) ? "1" : "0")).join("");
    if (!kinds.has(kind)) kinds.set(kind, character);
  }
  return [...kinds.values()];
}

/** Code points on both sides of wherever a class of the pattern can begin or end. */
function codesIn(source: string): Set<number> {
  const codes = new Set(boundaries);
  for (let code = 0; code < 0x80; code++) codes.add(code);
  for (const property of new Set(source.match(/\\p\{[^}]+\}/gi) ?? []))
    for (const code of edgesOf(property)) codes.add(code);
  for (const code of named(source))
    for (const near of [code - 1, code, code + 1])
      if (near >= 0 && near <= 0x10ffff) codes.add(near);
  return codes;
}

/** The code points that a pattern names. */
function* named(source: string): Generator<number> {
  const escapes = /\\u\{([\da-f]+)\}|\\u([\da-f]{4})|\\x([\da-f]{2})/gi;
  for (const [, braces, four, two] of source.matchAll(escapes))
    yield Number.parseInt(braces ?? four ?? two ?? "", 16);
  // A pair of escapes names one code point.
  for (const [pair] of source.matchAll(/\\ud[89ab]..\\ud[c-f]../gi)) {
    const [high = 0, low = 0] = pair
      .split("\\u")
      .slice(1)
      .map((hex) => Number.parseInt(hex, 16));
    yield (high - 0xd800) * 0x400 + (low - 0xdc00) + 0x10000;
  }
  for (const character of source) yield character.codePointAt(0) ?? 0;
}

const knownEdges = new Map<string, readonly number[]>();
const maxKnown = 50;
/** Where Unicode has characters, without the surrogates. */
const ranges = [
  [0, 0xd7ff],
  [0xe000, 0xffff],
  [0x10000, 0x3ffff],
  [0xe0000, 0xeffff],
] as const;

/** Where characters of a property of Unicode begin and end, as this engine knows it. */
function edgesOf(property: string): readonly number[] {
  const known = knownEdges.get(property);
  if (known) return known;
  const runs = new RegExp(`${property}+`, "gu");
  const edges: number[] = [];
  for (const [first, last] of ranges) {
    const units = first > 0xffff ? 2 : 1;
    for (const run of charactersFrom(first, last).matchAll(runs)) {
      const begin = first + run.index / units;
      edges.push(begin, begin + run[0].length / units);
    }
  }
  if (knownEdges.size < maxKnown) knownEdges.set(property, edges);
  return edges;
}

function charactersFrom(first: number, last: number): string {
  const texts: string[] = [];
  // A call takes only so many arguments.
  for (let at = first; at <= last; at += 0x1000) {
    const length = Math.min(0x1000, last + 1 - at);
    texts.push(
      String.fromCodePoint(...Array.from({ length }, (_, i) => at + i)),
    );
  }
  return texts.join("");
}
