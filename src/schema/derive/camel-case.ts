/** `CallTool` → `callTool`, `JSONValue` → `jsonValue`, `URLParams` → `urlParams`. */
export function camelCase(name: string): string {
  const capitals = /^\p{Lu}+(?=\p{Lu}\p{Ll}|\P{L}|$)|^\p{Lu}/u.exec(name)?.[0];
  if (capitals === undefined) return name;
  return capitals.toLowerCase() + name.slice(capitals.length);
}
