import { randomBody } from "./random-members.ts";
import type { Tape } from "./tape.ts";

/** What a schema declares, by kind. */
export interface Names {
  readonly interfaces: readonly string[];
  readonly aliases: readonly string[];
  readonly enums: readonly string[];
  readonly constants: readonly string[];
}

interface Place {
  /** How many types may stand inside this one. */
  readonly depth: number;
  /** What may be named outside of properties, arrays and tuples. */
  readonly outermost?: Names;
}

/** Writes a type expression. */
export function randomType(
  tape: Tape,
  names: Names,
  { depth, outermost = names }: Place,
): string {
  const inner = (): string => randomType(tape, names, { depth: depth - 1 });
  const same = (): string =>
    randomType(tape, names, { depth: depth - 1, outermost });
  const simple = (): string => simpleType(tape, outermost);
  if (depth <= 0) return simple();
  const make = tape.pick<() => string>([
    simple,
    simple,
    () => `(${same()})[]`,
    () => `Array<${inner()}>`,
    () => `readonly (${inner()})[]`,
    () => tuple(tape, inner),
    () => randomBody(tape, names, depth - 1),
    () => `Record<${recordKey(tape)}, ${recordValue(tape, names)}>`,
    () => tape.several(2, 4, same).join(" | "),
    () => literalUnion(tape),
    () => tape.several(2, 4, () => reference(tape, names)).join(" | "),
    () => `${reference(tape, names)} & ${randomBody(tape, names, depth - 1)}`,
    () => wrapped(tape, names),
    () => `(${same()})`,
  ]);
  return make();
}

function simpleType(tape: Tape, names: Names): string {
  const [first = "string", ...others] = [
    "string",
    "number",
    "boolean",
    "null",
    "unknown",
    "any",
    "object",
    "{}",
    '"a"',
    '"b"',
    "1",
    "-2",
    "0.5",
    "true",
    "false",
    "Date",
    ...names.interfaces,
    ...names.interfaces,
    ...names.aliases,
    ...names.aliases,
    ...names.enums,
    ...names.constants.map((name) => `typeof ${name}`),
  ];
  return tape.pick([first, ...others]);
}

function tuple(tape: Tape, inner: () => string): string {
  const make = tape.pick<() => string>([
    () => `[${inner()}]`,
    () => `[${inner()}, (${inner()})?]`,
    () => `[first: ${inner()}, second?: ${inner()}]`,
    () => `[${inner()}, ...(${inner()})[]]`,
    () => `readonly [${inner()}, ${inner()}]`,
    () => "[]",
  ]);
  return make();
}

function recordKey(tape: Tape): string {
  return tape.pick(["string", '"k"']);
}

function recordValue(tape: Tape, names: Names): string {
  return tape.pick([
    "string",
    "unknown",
    "string[]",
    "I",
    reference(tape, names),
  ]);
}

function literalUnion(tape: Tape): string {
  return tape.pick([
    '"a" | "b"',
    '"a" | "b" | string',
    '"a" | (string & {})',
    "1 | 2 | 3",
    '"a" | 1 | null',
    "true | 1",
    "string | null",
    '"z" | "y" | "x" | null',
    "number | string | boolean",
  ]);
}

function reference(tape: Tape, { interfaces }: Names): string {
  return tape.pick(["I", ...interfaces]);
}

function wrapped(tape: Tape, names: Names): string {
  const name = reference(tape, names);
  return tape.pick([
    `Partial<${name}>`,
    `Required<${name}>`,
    `Readonly<${name}>`,
    `Omit<${name}, "a">`,
    'Pick<I, "i">',
  ]);
}
