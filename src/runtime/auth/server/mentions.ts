/**
 * Whether a value is a text that has another in it, or holds one, however deep.
 * Undefined where so many objects were looked at and there are more of them.
 */
export function mentions(
  value: unknown,
  text: string,
  maxObjects: number,
): boolean | undefined {
  const objects = new Set<object>();
  // A list that grows is walked to its end.
  const values = [value];
  for (const one of values) {
    if (typeof one === "string" && one.includes(text)) return true;
    if (typeof one !== "object" || one === null || objects.has(one)) continue;
    if (objects.size === maxObjects) return undefined;
    objects.add(one);
    for (const held of contentsOf(one)) values.push(held);
  }
  return false;
}

/** What an object holds, and shows who prints it: getters are not asked. */
function contentsOf(object: object): readonly unknown[] {
  if (Array.isArray(object)) return object;
  if (ArrayBuffer.isView(object)) return [];
  const own = Object.getOwnPropertyDescriptors(object);
  const held = Object.values(own).map(({ value }): unknown => value);
  // With some platforms it is no value of its own.
  if (object instanceof Error) held.push(object.stack);
  if (object instanceof Map) held.push(...object.keys(), ...object.values());
  if (object instanceof Set) held.push(...object);
  return held;
}
