import { isIdentifierName } from "../../../schema/model/identifier.ts";
import { keywords, strictWords } from "../../../schema/model/reserved.ts";
import { indent, line, types, type Doc } from "../../print/layout.ts";
import { freeName, quote } from "../../print/names.ts";

/** A value that is being checked: how the code reads it, and where it lies. */
export interface Place {
  /** An expression without side effects. */
  readonly code: string;
  /** The path below the function's own value, as code: `"tools"`, `i`. */
  readonly path: readonly string[];
}

/** The value that a check is given. */
export const self: Place = { code: "value", path: [] };

/** The names that one emitted function has used so far. */
export interface Locals {
  /** A new variable, named after what it holds. */
  name(wish: string): string;
}

/** What no variable can be named, or only at the cost of another meaning. */
const reserved: ReadonlySet<string> = new Set([
  ...keywords,
  ...strictWords,
  ...["async", "of", "undefined", "NaN", "Infinity"],
]);

export function createLocals(taken: Iterable<string>): Locals {
  const used = new Set(taken);
  return {
    name: (wish) => freeName(variableName(wish), used),
  };
}

/** The last words of a key that can be a variable: `io.example/userId` → `userId`. */
function variableName(key: string): string {
  const words = key
    .split(/[^\p{ID_Continue}$]+/u)
    .filter((word) => word !== "");
  const last = words.at(-1) ?? "";
  if (!isIdentifierName(last) || isModuleName(last)) return "field";
  return reserved.has(last) ? `${last}Value` : last;
}

/** Whether the module may declare the name for a check or a pattern of its own. */
function isModuleName(name: string): boolean {
  return (
    name.startsWith("check") ||
    (name.startsWith("pattern") && name !== "pattern")
  );
}

export function propertyOf(object: Place, name: string): Place {
  return {
    code: `${object.code}[${quote(name)}]`,
    path: [...object.path, quote(name)],
  };
}

/**
 * A property's value as code. Names that every object inherits are read only
 * where the object has them itself.
 */
export function readProperty(object: Place, name: string): Doc {
  const read = propertyOf(object, name).code;
  if (!isInherited(name)) return read;
  return [
    `Object.hasOwn(${object.code}, ${quote(name)})`,
    indent(line, `? ${read}`, line, ": undefined"),
  ];
}

/** Whether every object has something of that name, declared or not. */
export function isInherited(name: string): boolean {
  return inherited.has(name);
}

const inherited: ReadonlySet<string> = new Set(
  Object.getOwnPropertyNames(Object.prototype),
);

/** An item of an array is `any` to TypeScript; what is known of it is nothing. */
export function readItem(name: string, array: Place, index: string): Doc {
  return [`const ${name}`, types(": unknown"), ` = ${array.code}[${index}];`];
}
