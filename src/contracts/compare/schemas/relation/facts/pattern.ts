/** Whether a part of a text matches a pattern of JSON Schema. */
export function matches(text: string, pattern: string): boolean {
  return compiled(pattern).test(text);
}

const patterns = new Map<string, RegExp>();
const most = 1000;

function compiled(pattern: string): RegExp {
  const before = patterns.get(pattern);
  if (before !== undefined) return before;
  const made = new RegExp(pattern, "u");
  if (patterns.size >= most) patterns.clear();
  patterns.set(pattern, made);
  return made;
}
