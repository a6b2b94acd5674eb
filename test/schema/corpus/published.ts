import { jsonSchemaDocument } from "../../../src/emit/json-schema/index.ts";
import { publishedDefinitions } from "./compiler.ts";
import type { Judge } from "./judges.ts";

/**
 * The official JSON Schema is what typescript-json-schema makes, the order of alternatives apart.
 * Not compared are descriptions, which that tool takes from whichever name it meets first, and
 * schemas with one of its own peculiarities.
 */
export const published: Judge = async ({ text, protocol }) => {
  const wanted = attempt(() => publishedDefinitions(text));
  if (wanted === undefined || hasPeculiarity(wanted)) return [];
  const { definitions } = jsonSchemaDocument(protocol, {
    flavor: "official",
    docs: true,
  });
  if (namesInline(definitions ?? {})) return [];
  const [was, is] = [wanted, definitions].map((one) =>
    JSON.stringify(comparable(one), null, 1),
  );
  return was === is ? [] : [`wanted ${was}\ngot ${is}`];
};

/** The tool runs out of stack on some recursive types. */
function attempt<T>(make: () => T): T | undefined {
  try {
    return make();
  } catch {
    return undefined;
  }
}

/**
 * It names an object literal that leads back to itself, or `Partial` of one, after the text that
 * the compiler has for it, and closes what `Omit` leaves of a type with an index signature.
 */
function hasPeculiarity(definitions: object): boolean {
  const text = JSON.stringify(definitions);
  return text.includes("%7B") || text.includes('"patternProperties"');
}

/**
 * To it, a union and `null` are that union, name and all, so that it needs no name for a list or
 * an object that leads back through them.
 */
function namesInline(definitions: object): boolean {
  return Object.keys(definitions).some(
    (name) => name.startsWith("{") || name.endsWith("]"),
  );
}

const unordered: ReadonlySet<string> = new Set(["anyOf", "enum", "type"]);

/** Sorted where order means nothing, and without descriptions. */
function comparable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(comparable);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value)
    .filter(
      ([key, entry]) => key !== "description" || typeof entry !== "string",
    )
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, entry]) => {
      const inner = comparable(entry);
      const sorts = unordered.has(key) && Array.isArray(inner);
      return [key, sorts ? sortedByText(inner) : inner] as const;
    });
  return Object.fromEntries(entries);
}

function sortedByText(values: readonly unknown[]): unknown[] {
  const texts = values.map((value) => JSON.stringify(value));
  return texts.sort().map((text): unknown => JSON.parse(text));
}
