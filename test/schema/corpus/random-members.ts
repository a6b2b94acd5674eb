import { randomComment } from "./random-comment.ts";
import { randomType, type Names } from "./random-type.ts";
import type { Tape } from "./tape.ts";

/** Writes `{ … }`, the body of an interface or an object type. */
export function randomBody(tape: Tape, names: Names, depth: number): string {
  const members = new Map<string, string>();
  for (const name of tape.several(0, 4, () => propertyName(tape))) {
    members.set(name, property(tape, names, name, depth));
  }
  const index = tape.once(6)
    ? ` [key: string]: ${indexType(tape, members.size)};`
    : "";
  return `{\n${[...members.values()].join("\n")}${index}\n}`;
}

function propertyName(tape: Tape): string {
  return tape.pick([
    "a",
    "b",
    "c",
    "d",
    "e",
    "f",
    "g",
    "h",
    "j",
    "k",
    "l",
    "m",
    "n",
    "o",
    "p",
    "q",
    '"quoted-name"',
    '"io.example/key"',
    "constructor",
    "toString",
    "type",
    "type",
    "type",
    "default",
    "7",
  ]);
}

/** The same name has related types everywhere, so that most heritage is sound. */
function property(
  tape: Tape,
  names: Names,
  name: string,
  depth: number,
): string {
  const comment = randomComment(tape, "constraint");
  const readonly = tape.once(8) ? "readonly " : "";
  const optional = tape.pick(["", "?"]);
  return `${comment}${readonly}${name}${optional}: ${propertyType(tape, names, name, depth)};`;
}

function propertyType(
  tape: Tape,
  names: Names,
  name: string,
  depth: number,
): string {
  switch (name) {
    case "a":
      return tape.pick(["string", "string", "string", '"x"', '"x" | "y"']);
    case "b":
      return tape.pick(["number", "number", "number", "1", "1 | 2"]);
    case "c":
      return tape.pick(["I", "I", "I & { more?: string }"]);
    case "d":
      return tape.pick(["unknown", "unknown", "never", "string | null"]);
    case "type":
      return literals(tape);
    default:
      return randomType(tape, names, { depth });
  }
}

/** Literals that overlap, so that they tell only some members of a union apart. */
function literals(tape: Tape): string {
  return tape.pick(['"x"', '"y"', '"x" | "y"', '"y" | "z"', "1", "true | 1"]);
}

function indexType(tape: Tape, properties: number): string {
  return properties > 0
    ? tape.pick(["unknown", "any"])
    : tape.pick(["unknown", "string", "I | string", "number[]"]);
}
