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

/** JSON whose keys are in order, and the lists of such keywords. */
export function orderedText(
  value: unknown,
  depth: number,
  keyword = "",
): string {
  if (typeof value !== "object" || value === null)
    return JSON.stringify(value) ?? "null";
  if (depth > deepest) return "deeper";
  if (Array.isArray(value)) {
    const items = value.map((item) => orderedText(item, depth + 1));
    return `[${(sets.includes(keyword) ? items.sort() : items).join()}]`;
  }
  const fields = Object.entries(value)
    .filter(([, inner]) => inner !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(
      ([key, inner]) =>
        `${JSON.stringify(key)}:${orderedText(inner, depth + 1, key)}`,
    );
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
