import { SchemaError, type SchemaPath } from "./error.ts";
import type { SchemaLimits } from "./limits.ts";

/**
 * A copy of a JSON value, as a tree of its own: `__proto__` is a key as any other, and
 * nothing is in two places. Throws a SchemaError for what no JSON text gives, and for
 * what is deeper or larger than the limits.
 */
export function copyJson(value: unknown, limits: SchemaLimits): unknown {
  let values = 0;
  let characters = 0;
  const path: (string | number)[] = [];
  return copy(value);

  function copy(one: unknown): unknown {
    spend(1, typeof one === "string" ? one.length : 0);
    switch (typeof one) {
      case "string":
      case "boolean":
        return one;
      case "number":
        if (Number.isFinite(one)) return one;
        throw refuse("a number is too large to be told apart from others");
      case "object":
        return one === null ? null : copyContainer(one);
      default:
        throw refuse(`what is ${typeof one} is no JSON`);
    }
  }

  function copyContainer(one: object): unknown {
    if (path.length >= limits.depth)
      throw tooLarge(`it is deeper than ${limits.depth} levels`);
    if (Array.isArray(one)) return one.map((item, at) => under(at, item));
    const entries: [string, unknown][] = [];
    for (const [key, child] of Object.entries(one)) {
      spend(0, key.length);
      if (child !== undefined) entries.push([key, under(key, child)]);
    }
    return Object.fromEntries(entries);
  }

  function under(key: string | number, child: unknown): unknown {
    path.push(key);
    const copied = copy(child);
    path.pop();
    return copied;
  }

  function spend(count: number, length: number): void {
    values += count;
    characters += length;
    if (values > limits.values)
      throw tooLarge(`it has more than ${limits.values} values`);
    if (characters > limits.characters)
      throw tooLarge(
        `its texts have more than ${limits.characters} characters`,
      );
  }

  function tooLarge(message: string): SchemaError {
    return new SchemaError("schema-too-large", here(), message);
  }

  function refuse(message: string): SchemaError {
    return new SchemaError("invalid-schema", here(), message);
  }

  function here(): SchemaPath {
    return [...path];
  }
}
