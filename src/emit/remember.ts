/**
 * The same function, which makes a value once for each object and each text that `keyOf` gives
 * of the rest: what is printed again of an object that has not changed costs nothing. Values
 * are kept as long as the object is there.
 */
export function remember<Of extends object, Rest extends unknown[], Value>(
  make: (of: Of, ...rest: Rest) => Value,
  keyOf: (...rest: Rest) => string = () => "",
): (of: Of, ...rest: Rest) => Value {
  const known = new WeakMap<Of, Map<string, Value>>();
  return (of, ...rest) => {
    const values = known.get(of) ?? new Map<string, Value>();
    known.set(of, values);
    const key = keyOf(...rest);
    const last = values.get(key);
    if (last !== undefined || values.has(key)) return last as Value;
    const value = make(of, ...rest);
    values.set(key, value);
    return value;
  };
}
