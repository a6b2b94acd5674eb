import type { Constraints } from "../../model/index.ts";
import type { ts } from "../source/compiler.ts";
import { report, type Reader } from "../source/session.ts";

export interface TagSyntax {
  tag: ts.JSDocTag;
  name: string;
  text: string;
}

const prefix = "TJS-";

/** The types that JSON Schema has words for. */
const jsonTypes: readonly string[] = [
  ...["string", "number", "integer", "boolean", "null", "object", "array"],
];

/**
 * The keyword that a tag states: its name without the prefix of typescript-json-schema.
 * `@asType` is another name of `@TJS-type`; `@type` is a tag of JSDoc itself.
 */
export function keywordOf(name: string): string {
  if (name === "type") return "";
  if (name === "asType") return "type";
  return name.startsWith(prefix) ? name.slice(prefix.length) : name;
}

/** Enters the constraint that a tag states. Returns false if the tag is no constraint. */
export function readConstraint(
  reader: Reader,
  syntax: TagSyntax,
  constraints: Constraints,
): boolean {
  const { name, text } = syntax;
  const keyword = keywordOf(name);
  const take = <Value>(
    wanted: string,
    value: Value | undefined,
    set: (value: Value) => void,
  ): true => {
    enter(reader, syntax, { wanted, value }, set);
    return true;
  };
  switch (keyword) {
    case "type":
      return take(typesWanted, readTypes(text), (value) => {
        constraints.type = value;
      });
    case "format":
    case "pattern":
      return take("one line of text", readLine(text), (value) => {
        constraints[keyword] = value;
      });
    case "minimum":
    case "maximum":
    case "exclusiveMinimum":
    case "exclusiveMaximum":
      return take("a number", readNumber(text), (value) => {
        constraints[keyword] = value;
      });
    case "multipleOf":
      return take("a number above 0", readStep(text), (value) => {
        constraints.multipleOf = value;
      });
    case "minLength":
    case "maxLength":
    case "minItems":
    case "maxItems":
    case "minProperties":
    case "maxProperties":
      return take("a whole number", readCount(text), (value) => {
        constraints[keyword] = value;
      });
    case "uniqueItems":
      return take("true or false", readFlag(text), (value) => {
        constraints.uniqueItems = value;
      });
    case "nullable":
      return take("true or false", readFlag(text), (value) => {
        if (value) constraints.nullable = true;
      });
    case "default":
      constraints.default = readJson(text);
      return true;
    default:
      return false;
  }
}

const typesWanted = `one of ${jsonTypes.join(", ")}, or a list of them as JSON`;

function enter<Value>(
  reader: Reader,
  { tag, name, text }: TagSyntax,
  { wanted, value }: { wanted: string; value: Value | undefined },
  set: (value: Value) => void,
): void {
  if (value !== undefined) {
    set(value);
    return;
  }
  report(reader, "constraint-value", tag.tagName, {
    message: `@${name} takes ${wanted}, not ${JSON.stringify(text)}`,
    hint: "put nothing else into the tag; prose goes before the tags",
  });
}

function readLine(text: string): string | undefined {
  return text === "" || text.includes("\n") ? undefined : text;
}

/** The name of a type, or a list of names as JSON, as it stands there. */
function readTypes(text: string): string | undefined {
  const names: unknown = text.startsWith("[") ? readJson(text) : [text];
  const isList =
    Array.isArray(names) &&
    names.length > 0 &&
    names.every((name) => jsonTypes.includes(String(name)));
  return isList ? text : undefined;
}

function readStep(text: string): number | undefined {
  const value = readNumber(text);
  return value !== undefined && value > 0 ? value : undefined;
}

function readNumber(text: string): number | undefined {
  const value = text === "" ? Number.NaN : Number(text);
  return Number.isFinite(value) ? value : undefined;
}

function readCount(text: string): number | undefined {
  const value = readNumber(text);
  return Number.isSafeInteger(value) && value !== undefined && value >= 0
    ? value
    : undefined;
}

/** Reads true or false; a tag without text is true. */
function readFlag(text: string): boolean | undefined {
  if (text === "" || text === "true") return true;
  return text === "false" ? false : undefined;
}

/** Reads a JSON value; text that is not JSON is a string. */
function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
