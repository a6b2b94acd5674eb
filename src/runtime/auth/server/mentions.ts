/**
 * True if a string contains another string, or if an object contains such a
 * string at any depth. Undefined if there are more objects than the maximum.
 */
export function mentions(
  value: unknown,
  text: string,
  maxObjects: number,
): boolean | undefined {
  const objects = new Set<object>();
  // Iteration over an array includes items that are added during it.
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

/**
 * Returns the values in an object that printing may show. Getters are not
 * called.
 */
function contentsOf(object: object): readonly unknown[] {
  if (Array.isArray(object)) return object;
  if (ArrayBuffer.isView(object)) return [];
  const own = Object.getOwnPropertyDescriptors(object);
  const held = Object.values(own).map(({ value }): unknown => value);
  // On some platforms, `stack` is a getter.
  if (object instanceof Error) held.push(object.stack);
  if (object instanceof Map) held.push(...object.keys(), ...object.values());
  if (object instanceof Set) held.push(...object);
  return held;
}
