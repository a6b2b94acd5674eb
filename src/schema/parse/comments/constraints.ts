import type { Constraints } from "../../model/index.ts";
import type { ts } from "../source/compiler.ts";
import { report, type Reader } from "../source/session.ts";

export interface TagSyntax {
  tag: ts.JSDocTag;
  name: string;
  text: string;
}

const prefix = "TJS-";

/**
 * Enters the constraint that a tag states, with the prefix of typescript-json-schema or without.
 * Answers false when the tag is no constraint.
 */
export function readConstraint(
  reader: Reader,
  syntax: TagSyntax,
  constraints: Constraints,
): boolean {
  const { name, text } = syntax;
  // Without its prefix, @type is a tag of JSDoc itself.
  const isType = name === `${prefix}type`;
  const keyword = name.startsWith(prefix) ? name.slice(prefix.length) : name;
  switch (keyword) {
    case "type":
    case "format":
    case "pattern":
      if (keyword === "type" && !isType) return false;
      enter(
        reader,
        syntax,
        { wanted: "one line of text", value: readLine(text) },
        (value) => {
          constraints[keyword] = value;
        },
      );
      return true;
    case "minimum":
    case "maximum":
    case "exclusiveMinimum":
    case "exclusiveMaximum":
    case "multipleOf":
      enter(
        reader,
        syntax,
        { wanted: "a number", value: readNumber(text) },
        (value) => {
          constraints[keyword] = value;
        },
      );
      return true;
    case "minLength":
    case "maxLength":
    case "minItems":
    case "maxItems":
    case "minProperties":
    case "maxProperties":
      enter(
        reader,
        syntax,
        { wanted: "a whole number", value: readCount(text) },
        (value) => {
          constraints[keyword] = value;
        },
      );
      return true;
    case "uniqueItems":
      enter(
        reader,
        syntax,
        { wanted: "true or false", value: readFlag(text) },
        (value) => {
          constraints.uniqueItems = value;
        },
      );
      return true;
    case "nullable":
      enter(
        reader,
        syntax,
        { wanted: "true or false", value: readFlag(text) },
        (value) => {
          if (value) constraints.nullable = true;
        },
      );
      return true;
    case "default":
      constraints.default = readJson(text);
      return true;
    default:
      return false;
  }
}

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

/** A flag stands alone, or says true or false. */
function readFlag(text: string): boolean | undefined {
  if (text === "" || text === "true") return true;
  return text === "false" ? false : undefined;
}

/** A default is a JSON value; what is not JSON is meant as a string. */
function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
