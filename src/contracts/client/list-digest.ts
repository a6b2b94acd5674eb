// Built from templates/rules/list-digest.ts by `npm run build`: changes made here are lost.

/** Values that nest deeper are not told apart below. */
export const deepest = 400;

/**
 * A digest of JSON, of 16 hexadecimal digits: the same whatever the order of keys. It tells
 * what has changed from what has not, and protects from nobody.
 */
export function digestOf(value: unknown): string {
  const text = orderedText(value, 0);
  let [first, second] = [0x811c9dc5, 0x9747b28c];
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    first = Math.imul(first ^ code, 0x01000193);
    second = Math.imul(second ^ (code + i), 0x85ebca6b) ^ (first >>> 15);
  }
  return [first, second]
    .map((half) => (half >>> 0).toString(16).padStart(8, "0"))
    .join("");
}

/** Keywords whose lists mean the same in any order: some servers list them anew each time. */
export const sets: readonly string[] = [
  "required",
  "enum",
  "type",
  "anyOf",
  "oneOf",
  "allOf",
];

/** Keywords whose value is an object of schemas by name: the names are not keywords. */
export const nameKeywords: readonly string[] = [
  "properties",
  "patternProperties",
  "dependentSchemas",
  "dependencies",
  "$defs",
  "definitions",
];

/** Keywords whose value is data, in which nothing is a keyword. */
export const dataKeywords: readonly string[] = [
  "const",
  "enum",
  "default",
  "examples",
  "dependentRequired",
];

/** Returns the JSON of a schema, with its keys and the lists of such keywords in order. */
export function orderedText(
  value: unknown,
  depth: number,
  place: "schema" | "names" | "data" = "schema",
  isSet = false,
): string {
  if (typeof value !== "object" || value === null)
    return JSON.stringify(value) ?? "null";
  if (depth > deepest) return "deeper";
  if (Array.isArray(value)) {
    const items = value.map((item) => orderedText(item, depth + 1, place));
    return `[${(isSet ? items.sort() : items).join()}]`;
  }
  const fields = Object.entries(value)
    .filter(([, inner]) => inner !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, inner]) => {
      const keyword = place === "schema" ? key : "";
      const isData = place === "data" || dataKeywords.includes(keyword);
      const within = nameKeywords.includes(keyword) ? "names" : "schema";
      const text = orderedText(
        inner,
        depth + 1,
        isData ? "data" : within,
        sets.includes(keyword),
      );
      return `${JSON.stringify(key)}:${text}`;
    });
  return `{${fields.join()}}`;
}

/** What was listed, by its name: digests of what goes in and of what comes out. */
export type KnownItem = readonly [name: string, args?: string, result?: string];

/** What calls of a tool go by. */
export function knownTool(tool: {
  readonly name: string;
  readonly inputSchema: unknown;
  readonly outputSchema?: unknown;
}): KnownItem {
  const { name, inputSchema, outputSchema } = tool;
  const args = digestOf(inputSchema);
  return outputSchema === undefined
    ? [name, args]
    : [name, args, digestOf(outputSchema)];
}

/** What fetching a prompt goes by. */
export function knownPrompt(prompt: {
  readonly name: string;
  readonly arguments?:
    | readonly {
        readonly name: string;
        readonly required?: boolean | undefined;
      }[]
    | undefined;
}): KnownItem {
  const args = (prompt.arguments ?? []).map(
    (one) => `${one.required === true ? "" : "?"}${one.name}`,
  );
  return [prompt.name, digestOf(args.sort())];
}

/** What reading resources goes by. */
export function knownTemplate(template: {
  readonly uriTemplate: string;
}): KnownItem {
  return [template.uriTemplate];
}
