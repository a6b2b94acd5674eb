/** Whether a path leads to a place in a value, or to one that is missing there. */
export function placeExists(
  value: unknown,
  path: readonly (string | number)[],
): boolean {
  let parent = value;
  for (const segment of path.slice(0, -1)) {
    if (!holds(parent, segment)) return false;
    parent = (parent as Readonly<Record<string | number, unknown>>)[segment];
  }
  const last = path.at(-1);
  if (last === undefined) return true;
  if (Array.isArray(parent))
    return typeof last === "number" && last < parent.length;
  return typeof last === "string" && isContainer(parent);
}

function holds(value: unknown, key: string | number): boolean {
  return isContainer(value) && Object.hasOwn(value, key);
}

function isContainer(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
