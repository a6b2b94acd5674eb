/** An object that any name can be a key of, `__proto__` included. */
export function record<T>(
  entries: Iterable<readonly [string, T]>,
): Record<string, T> {
  const object: Record<string, T> = Object.create(null);
  for (const [name, value] of entries) object[name] = value;
  return object;
}
