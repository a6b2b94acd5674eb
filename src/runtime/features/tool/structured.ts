/**
 * The answer of a tool with an output schema: its value, and content where the
 * value as text will not do. Unlike in an object literal of the same form, a
 * literal such as "rain" keeps its type here, so that it fits an enumeration.
 */
export function structured<Value, Block extends object = never>(
  structuredContent: Value,
  content: readonly Block[] = [],
): {
  /** The value, and the same as text for clients that read no other. */
  structuredContent: Value;
  /** The same for models: as JSON, or as was given. */
  content: readonly Block[];
} {
  return { structuredContent, content };
}
