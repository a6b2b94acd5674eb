import type { Declaration } from "./declaration.ts";
import type { Protocol } from "./protocol.ts";

/** What is said to people, and where it stood. */
const prose: ReadonlySet<string> = new Set(["comment", "position"]);

/** The facts of a protocol: no prose of its schema, and no places in it. */
export function withoutDocs(protocol: Protocol): Protocol {
  return {
    ...protocol,
    declarations: protocol.declarations.map(facts),
    requests: protocol.requests.map(facts),
    notifications: protocol.notifications.map(facts),
  };
}

/** A declaration without the prose of its schema. */
export function declarationWithoutDocs(declaration: Declaration): Declaration {
  return facts(declaration);
}

/**
 * Copies plain data without its prose. No other object of the model has a key of
 * these names: names from the schema are values in it, never keys.
 */
function facts<T>(value: T): T {
  // What is taken away is optional wherever it stands, so the type stays the same.
  return copy(value) as T;
}

function copy(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copy);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !prose.has(key))
      .map(([key, entry]) => [key, key === "default" ? entry : copy(entry)]),
  );
}
