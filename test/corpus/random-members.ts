import { randomComment } from "./random-comment.ts";
import { randomType, type Names } from "./random-type.ts";
import type { Tape } from "./tape.ts";

/** Writes `{ … }`, the body of an interface or an object type. */
export function randomBody(tape: Tape, names: Names, depth: number): string {
  const members = new Map<string, string>();
  for (const name of tape.several(0, 4, () => propertyName(tape))) {
    members.set(name, property(tape, names, name, depth));
  }
  const index = tape.once(5) ? ` [key: string]: ${indexType(tape)};` : "";
  return `{ ${[...members.values()].join(" ")}${index} }`;
}

function propertyName(tape: Tape): string {
  return tape.pick([
    "a", "b", "c", "d", '"quoted-name"', '"io.example/key"', "constructor",
    "toString", "type", "default", "7",
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
      return tape.pick(["string", '"x"', '"x" | "y"', "string"]);
    case "b":
      return tape.pick(["number", "1", "1 | 2"]);
    case "c":
      return tape.pick(["I", "I[]", "I & { more?: string }"]);
    case "d":
      return tape.pick(["never", "unknown", "string | null"]);
    default:
      return randomType(tape, names, { depth });
  }
}

function indexType(tape: Tape): string {
  return tape.pick(["unknown", "any", "string", "unknown", "I | string"]);
}
