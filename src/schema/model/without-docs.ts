import type { Declaration } from "./declaration.ts";
import type { Protocol } from "./protocol.ts";

/** Fields that hold prose, or a position in the schema's text. */
type DocField = "comment" | "position";

const docFields: readonly DocField[] = ["comment", "position"];

/** Returns the facts of a protocol, without the prose of its schema and positions in it. */
export function withoutDocs(protocol: Protocol): Protocol {
  return withoutFields(protocol, docFields);
}

/** Returns a protocol without the prose of its schema; positions stay. */
export function withoutComments(protocol: Protocol): Protocol {
  return withoutFields(protocol, ["comment"]);
}

/** Returns a declaration without the prose of its schema. */
export function declarationWithoutDocs(declaration: Declaration): Declaration {
  return copy(declaration, docFields);
}

/** Leaves the descriptions alone, whose keys are names from the schema. */
function withoutFields(
  protocol: Protocol,
  fields: readonly DocField[],
): Protocol {
  return {
    ...protocol,
    declarations: protocol.declarations.map((one) => copy(one, fields)),
    requests: protocol.requests.map((one) => copy(one, fields)),
    notifications: protocol.notifications.map((one) => copy(one, fields)),
  };
}

/**
 * Copies plain data without some fields. No other object of the model has a key of
 * these names: names from the schema are values in it, never keys.
 */
function copy<T>(value: T, fields: readonly string[]): T {
  // The fields are optional wherever they stand, so the type stays the same.
  return copyValue(value, fields) as T;
}

function copyValue(value: unknown, fields: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((one) => copyValue(one, fields));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !fields.includes(key))
      .map(([key, entry]) => [
        key,
        // A default is data of the schema's.
        key === "default" ? entry : copyValue(entry, fields),
      ]),
  );
}
