/** The object with some methods replaced; the others still see the object itself. */
export function override<Value extends object>(
  value: Value,
  replaced: { readonly [name: string]: unknown },
): Value {
  return new Proxy(value, {
    get(target, name) {
      if (typeof name === "string" && Object.hasOwn(replaced, name)) {
        return replaced[name];
      }
      const found: unknown = Reflect.get(target, name, target);
      if (typeof found !== "function") return found;
      return (...given: unknown[]) => Reflect.apply(found, target, given);
    },
  });
}
