// The runtime of mcp-gen 0.1.0.

/**
 * The value of a tool with an output schema, and content if text will not do.
 * Here, other than in an object that is written out, a literal such as "rain"
 * keeps its type, so that it fits an enumeration.
 */
export function structured<Value, Block extends object = never>(
  structuredContent: Value,
  content: readonly Block[] = [],
): { structuredContent: Value; content: readonly Block[] } {
  return { structuredContent, content };
}
