import { UsageError } from "../../../base/diagnostics/error.ts";
import { nearest } from "../../../base/diagnostics/nearest.ts";
import { isJsonObject } from "../../../base/json-object.ts";
import {
  describePlace,
  placeOfProperty,
  propertiesOf,
  requiredOf,
  shapesOf,
  type Place,
  type Schema,
} from "./schema.ts";

/** What an object is about, in the words of an error. */
export interface Subject {
  /** `tool "add"`, `tools/call`. */
  readonly what: string;
  /** How its arguments are written, for a hint. */
  readonly usage: string;
}

/** How deep objects within objects are looked at. */
const maxDepth = 8;

/**
 * Tells what is wrong with the names in an object: a misspelt one, one that there is
 * not, one that is missing. Throws a UsageError; gives the names that the schema does
 * not have and allows all the same.
 */
export function checkNames(
  value: Schema,
  place: Place,
  subject: Subject,
  path = "",
  depth = 0,
): string[] {
  const shapes = shapesOf(place);
  const unknown = unknownNames(value, shapes, subject, path);
  // Of alternatives, the one that it comes nearest to is meant.
  const [missing = []] = shapes
    .map((shape) =>
      // What every message has of its own is added on its way.
      requiredOf(shape).filter(
        (name) => name !== "_meta" && !Object.hasOwn(value, name),
      ),
    )
    .sort((one, other) => one.length - other.length);
  if (missing.length > 0) throw missingError(missing, place, subject, path);
  if (depth >= maxDepth) return unknown;
  const inner = Object.entries(value).flatMap(([name, one]) =>
    isJsonObject(one) && !unknown.includes(path + name)
      ? checkNames(
          one,
          placeOfProperty(place, name),
          subject,
          `${path}${name}.`,
          depth + 1,
        )
      : [],
  );
  return [...unknown, ...inner];
}

function unknownNames(
  value: Schema,
  shapes: readonly Schema[],
  subject: Subject,
  path: string,
): string[] {
  const known = [
    ...new Set(shapes.flatMap((shape) => Object.keys(propertiesOf(shape)))),
  ];
  const others = Object.keys(value).filter((name) => !known.includes(name));
  if (known.length === 0 && !shapes.some(isClosed)) return [];
  if (shapes.some(isOpen)) return [];
  for (const name of others) {
    const near = nearest(
      name,
      known.filter((one) => !Object.hasOwn(value, one)),
    );
    if (near === undefined && !shapes.every(isClosed)) continue;
    throw new UsageError(
      "unknown-argument",
      `${subject.what} has no argument ${JSON.stringify(path + name)}`,
      {
        hint:
          near === undefined
            ? subject.usage
            : `did you mean ${JSON.stringify(path + near)}?`,
      },
    );
  }
  return others.map((name) => path + name);
}

/** Whether other names than those are refused. */
function isClosed(shape: Schema): boolean {
  return shape["additionalProperties"] === false && !hasPatterns(shape);
}

/** Whether other names than those are asked for. */
function isOpen(shape: Schema): boolean {
  const others = shape["additionalProperties"];
  return others === true || isJsonObject(others) || hasPatterns(shape);
}

function hasPatterns({ patternProperties }: Schema): boolean {
  return patternProperties !== undefined;
}

function missingError(
  missing: readonly string[],
  place: Place,
  { what, usage }: Subject,
  path: string,
): UsageError {
  const list = missing
    .map(
      (name) =>
        `${path}${name} (${describePlace(placeOfProperty(place, name))})`,
    )
    .join(", ");
  return new UsageError("missing-argument", `${what} needs ${list}`, {
    hint: usage,
  });
}
