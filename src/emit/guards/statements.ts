import {
  block,
  call,
  group,
  indent,
  join,
  line,
  softline,
  type Doc,
} from "../layout.ts";
import { quote } from "../names.ts";
import type { Place } from "./places.ts";

/** `if (a && b) consequent`, broken as prettier breaks it. */
export function ifStatement(
  conditions: readonly Doc[],
  operator: "&&" | "||",
  consequent: Doc,
): Doc {
  return group(head("if", conditions, operator), indent(line, consequent));
}

/** `if (a && b) { … }`. */
export function ifBlock(
  conditions: readonly Doc[],
  operator: "&&" | "||",
  ...statements: Doc[]
): Doc {
  return [head("if", conditions, operator), " ", block(...statements)];
}

function head(
  keyword: string,
  conditions: readonly Doc[],
  operator: "&&" | "||",
): Doc {
  const test = join([` ${operator}`, line], conditions);
  return group(`${keyword} (`, indent(softline, test), softline, ")");
}

/** Visits an array or the keys of an object. */
export function loop(head: string, ...statements: Doc[]): Doc {
  return [`for (${head}) `, block(...statements)];
}

/** `return fail(report, value, "a string", "name");` */
export function failure(place: Place, expected: string): Doc {
  const args = ["report", place.code, quote(expected), ...place.path];
  return ["return ", call("fail", args), ";"];
}

/** What the caller of another check does when that one has failed. */
export function passOn(place: Place): Doc {
  if (place.path.length === 0) return "return false;";
  return ["return ", call("within", ["report", ...place.path]), ";"];
}
