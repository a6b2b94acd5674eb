import { randomType, type Names } from "./random-type.ts";
import { randomComment } from "./random-comment.ts";
import { randomMessages } from "./random-messages.ts";
import { randomBody } from "./random-members.ts";
import type { Tape } from "./tape.ts";

/**
 * Writes a schema with every construct that a schema can have. Interfaces extend earlier ones, and
 * aliases stand for earlier ones, so that nothing is cyclic but what passes through a property.
 */
export function randomSchema(tape: Tape): string {
  const names = randomNames(tape);
  const statements = [
    ...names.constants.map((name) => constant(tape, name)),
    ...names.enums.map((name) => enumeration(tape, name)),
    ...names.aliases.map((name, index) => alias(tape, names, name, index)),
    ...names.interfaces.map((name, index) =>
      interfaceText(tape, names, name, index),
    ),
    ...(tape.once(3) ? randomMessages(tape, names) : []),
  ];
  return shuffle(tape, statements).join("\n");
}

function randomNames(tape: Tape): Names {
  const list = (stem: string, most: number): string[] =>
    Array.from({ length: tape.below(most + 1) }, (_, index) => stem + index);
  return {
    interfaces: ["I", ...list("I", 5)],
    aliases: list("A", 5),
    enums: list("E", 2),
    constants: list("C", 3),
  };
}

function constant(tape: Tape, name: string): string {
  const value = tape.pick(['"fixed"', "-3", "7", "true", '"a"', "1.5"]);
  const comment = randomComment(tape, "plain");
  return `${comment}export const ${name} = ${value}${tape.pick(["", " as const"])};`;
}

function enumeration(tape: Tape, name: string): string {
  const members = tape.pick([
    'Red = "red", Green = "green"',
    "Zero, One, Two",
    'One = 1, Two, Text = "text"',
    'Only = "only"',
  ]);
  return `${randomComment(tape, "plain")}export enum ${name} { ${members} }`;
}

/** An alias whose name is even stands for an object, so that others can extend it. */
function alias(tape: Tape, names: Names, name: string, index: number): string {
  const earlier = { ...names, aliases: names.aliases.slice(0, index) };
  const other = (): string =>
    tape.once(3)
      ? recursiveAlias(tape, names, name)
      : randomType(tape, names, { depth: 2, outermost: earlier });
  const type = index % 2 === 0 ? objectAlias(tape, names, index) : other();
  return `${randomComment(tape, "plain")}export type ${name} = ${type};`;
}

/** A union whose members lead back to it through unions that spread it. */
function recursiveAlias(tape: Tape, names: Names, name: string): string {
  const again = (): string =>
    tape.pick([
      `${name} | null`,
      `${name} | string`,
      [name, ...names.aliases, "1"].join(" | "),
    ]);
  const member = (): string =>
    tape.pick([
      `{ next: ${again()}; a?: string }`,
      `{ next?: ${again()}; b: number }`,
      `{ [key: string]: ${again()} }`,
      `{ inner: { deep: [${again()}] } }`,
      `Partial<{ next: ${again()} }>`,
      `Omit<{ next: ${again()}; a: string }, "a">`,
      `(${again()})[]`,
      `[${again()}, ...(${again()})[]]`,
      `{ map: Record<string, ${again()}> }`,
      `I & { next: ${again()} }`,
    ]);
  const end = tape.pick(["null", "string", "I", '"a"']);
  return [...tape.several(1, 3, member), end].join(" | ");
}

function objectAlias(tape: Tape, names: Names, index: number): string {
  const base = tape.pick([
    "I",
    ...bases(names, { interfaces: 0, aliases: index }),
  ]);
  return tape.pick([
    randomBody(tape, names, 1),
    `${base} & { more${index}: string }`,
    `${base} & ${base}`,
    "Record<string, unknown>",
    heritageOf(tape, base),
  ]);
}

/** The names that can be extended: interfaces up to one, and aliases of objects. */
function bases(
  names: Names,
  { interfaces, aliases }: { interfaces: number; aliases: number },
): string[] {
  return [
    ...names.interfaces.slice(1, interfaces),
    ...names.aliases.slice(0, aliases).filter((_, index) => index % 2 === 0),
  ];
}

function heritageOf(tape: Tape, base: string): string {
  return tape.pick([
    base,
    `Omit<${base}, "a">`,
    `Pick<${base}, "i">`,
    `Partial<${base}>`,
    `Required<${base}>`,
    `Readonly<${base}>`,
    `Omit<${base}, "b" | "c">`,
    `Partial<Omit<${base}, "a">>`,
    'Record<"r" | "s", string>',
  ]);
}

/** Aliases extend nothing but `I`, so every interface can extend any of them. */
function interfaceText(
  tape: Tape,
  names: Names,
  name: string,
  index: number,
): string {
  const comment = randomComment(tape, "plain");
  if (index === 0) return `${comment}export interface I { i: string; }`;
  const known: [string, ...string[]] = [
    "I",
    ...bases(names, { interfaces: index, aliases: names.aliases.length }),
  ];
  const heritage = tape.several(0, 3, () => heritageOf(tape, tape.pick(known)));
  const distinct = [...new Set(heritage)];
  const clause = distinct.length === 0 ? "" : ` extends ${distinct.join(", ")}`;
  return `${comment}export interface ${name}${clause} ${randomBody(tape, names, 2)}`;
}

function shuffle(tape: Tape, statements: readonly string[]): string[] {
  const left = [...statements];
  const shuffled: string[] = [];
  while (left.length > 0) {
    shuffled.push(...left.splice(tape.below(left.length), 1));
  }
  return shuffled;
}
