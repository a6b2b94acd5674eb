import {
  block,
  group,
  indent,
  join,
  line,
  softline,
  type Doc,
} from "../../print/layout.ts";
import { quote } from "../../print/names.ts";
import { callHelper } from "./helpers.ts";
import type { Place } from "./places.ts";

/** `a && b`, one a line where they do not fit. */
export function and(conditions: readonly Doc[]): Doc {
  return join([" &&", line], conditions);
}

/** `a || b`, one a line where they do not fit. */
export function or(conditions: readonly Doc[]): Doc {
  return join([" ||", line], conditions);
}

/** `if (condition) consequent`, broken as prettier breaks it. */
export function ifStatement(condition: Doc, consequent: Doc): Doc {
  return group(ifHead(condition), indent(line, consequent));
}

/** `if (condition) { … }`. */
export function ifBlock(condition: Doc, ...statements: Doc[]): Doc {
  return [ifHead(condition), " ", block(...statements)];
}

function ifHead(condition: Doc): Doc {
  return group("if (", indent(softline, condition), softline, ")");
}

/** Visits an array or the keys of an object. */
export function loop(head: string, ...statements: Doc[]): Doc {
  return [`for (${head}) `, block(...statements)];
}

/** `return fail(report, value, "a string", "name");` */
export function failure(place: Place, expected: string): Doc {
  const args = ["report", place.code, quote(expected), ...place.path];
  return ["return ", callHelper("fail", ...args), ";"];
}

/** What the caller of another check does when that one has failed. */
export function passOn(place: Place): Doc {
  if (place.path.length === 0) return "return false;";
  return ["return ", callHelper("within", "report", ...place.path), ";"];
}
