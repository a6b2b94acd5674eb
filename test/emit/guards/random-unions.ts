import type { Tape } from "../../schema/corpus/tape.ts";
import type { Change, Mutation } from "./mutations.ts";
import { fc } from "../../support/random.ts";

/** Fields whose values may tell members apart; their literals overlap. */
const kinds = ["a", "b", "toString"];

/** Fields that may lead to another value of a union. */
const links = ["kid", "left"];

/**
 * Writes a schema of unions of objects whose literals overlap, with unions, intersections, other
 * JSON types and the unions themselves inside.
 */
export function randomUnions(tape: Tape): string {
  const objects = numbered(tape, 2, 4, "O");
  const unions = numbered(tape, 1, 3, "U");
  return [
    ...objects.map((name) => objectText(tape, name, unions)),
    ...unions.map((name, index) => {
      const known = [...objects, ...unions.slice(0, index)];
      return `export type ${name} = ${unionText(tape, known, unions)};`;
    }),
    `export type Alias = ${oneOf(tape, [...objects, ...unions])};`,
    `export interface Holder { one?: ${unionText(tape, [...objects, "Alias"], unions)} }`,
  ].join("\n");
}

function numbered(
  tape: Tape,
  least: number,
  most: number,
  stem: string,
): string[] {
  return tape.several(least, most, () => stem).map((name, n) => name + n);
}

function objectText(
  tape: Tape,
  name: string,
  unions: readonly string[],
): string {
  const index = tape.once(8) ? " [key: string]: unknown;" : "";
  const linked = links.map((link) =>
    linkField(tape, link, oneOf(tape, unions)),
  );
  return `export interface ${name} {${fields(tape)}${linked.join("")}${index} }`;
}

/** An object without a name may lead back to itself through a union that spreads its own. */
function inlineObject(tape: Tape, unions: readonly string[]): string {
  return `{${fields(tape)}${inlineLink(tape, unions)} }`;
}

function inlineLink(tape: Tape, unions: readonly string[]): string {
  const link = oneOf(tape, links);
  const union = oneOf(tape, unions);
  return tape.pick([
    ` ${link}?: ${union};`,
    ` ${link}?: ${union} | ${oneOf(tape, unions)};`,
    ` ${link}: ${union} | null;`,
    ` ${link}: (${union} | "word")[];`,
    ` ${link}?: { p: ${union} | null };`,
  ]);
}

function fields(tape: Tape): string {
  return [
    ...kinds.map((kind) => field(tape, kind, () => kindType(tape))),
    field(tape, "p", () => tape.pick(["string", "number", "{ x: string }"])),
  ].join("");
}

function field(tape: Tape, name: string, type: () => string): string {
  const mark = tape.pick(["", "", "?", undefined]);
  return mark === undefined ? "" : ` ${name}${mark}: ${type()};`;
}

function kindType(tape: Tape): string {
  const literals = (): string =>
    tape
      .several(1, 3, () =>
        tape.pick(['"x"', '"y"', '"z"', "1", "2", "true", "false", "null"]),
      )
      .join(" | ");
  const make = tape.pick<() => string>([
    literals,
    literals,
    literals,
    () => tape.pick(['"x"', '"y"', '"x" | "y"']),
    () => tape.pick(["string", "unknown", "boolean", "never"]),
  ]);
  return make();
}

/** What must be there can end. */
function linkField(tape: Tape, name: string, union: string): string {
  return tape.pick([
    "",
    "",
    ` ${name}?: ${union};`,
    ` ${name}?: ${union};`,
    ` ${name}: ${union}[];`,
    ` ${name}?: { [key: string]: ${union} };`,
    ` ${name}: ${union} | null;`,
    ` ${name}: string;`,
  ]);
}

function unionText(
  tape: Tape,
  names: readonly string[],
  unions: readonly string[],
): string {
  const member = (): string => {
    const name = oneOf(tape, names);
    return tape.pick([
      name,
      name,
      name,
      name,
      `(${name} & ${oneOf(tape, names)})`,
      `(${name} & { extra: string })`,
      inlineObject(tape, unions),
      `${name}[]`,
      `(${oneOf(tape, unions)} | null)[]`,
      '"word"',
      "null",
      "object",
    ]);
  };
  return tape.several(2, 4, member).join(" | ");
}

function oneOf(tape: Tape, [first = "", ...others]: readonly string[]): string {
  return tape.pick([first, ...others]);
}

const near: fc.Arbitrary<unknown> = fc.constantFrom<unknown>(
  "x",
  "y",
  "z",
  1,
  2,
  true,
  false,
  null,
  "",
  {},
  { x: "" },
  { a: "x" },
  { a: "y", b: 1 },
  [],
);

const changes: fc.Arbitrary<Change> = fc.oneof(
  fc.constant<Change>({ kind: "drop" }),
  near.map((value): Change => ({ kind: "replace", value })),
  fc
    .tuple(fc.constantFrom(...kinds, ...links, "p", "extra"), near)
    .map(([key, value]): Change => ({ kind: "add", key, value })),
);

/** Changes after which another member may fit. */
export const nearMutations: fc.Arbitrary<Mutation> = fc.record(
  { at: fc.nat({ max: 12 }), change: changes },
  { noNullPrototype: true },
);
