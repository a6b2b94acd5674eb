/** Whether two JSON values are equal, as JSON Schema compares them. */
export function isSameValue(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== "object" || typeof other !== "object") return false;
  if (one === null || other === null) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length &&
    keys.every(
      (key) =>
        Object.hasOwn(other, key) &&
        isSameValue(valueOf(one, key), valueOf(other, key)),
    )
  );
}

function valueOf(object: object, key: string): unknown {
  return (object as Readonly<Record<string, unknown>>)[key];
}
