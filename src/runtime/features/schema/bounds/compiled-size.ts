import { isObject } from "../../../protocol/message.ts";
import { referencesOf, type Resolve } from "./references.ts";

/**
 * How many values a compiler of schemas goes through, at most, whatever it does
 * with references: it may put what has none of its own wherever it is referred to,
 * and compile the rest once for each spelling of a reference.
 */
export function compiledSize(root: unknown, resolve: Resolve): number {
  const sizes = new Map<object, number>();
  const spellings = new Set<string>();
  const parts = new Map<object, { size: number; refers: boolean }>();
  let size = expanded(root);
  // A set goes on with what is added while one walks over it.
  for (const spelling of spellings) size += expanded(resolve(spelling));
  return size;

  function expanded(value: unknown): number {
    if (typeof value !== "object" || value === null) return 1;
    const known = sizes.get(value);
    if (known !== undefined) return known;
    let sum = 1;
    for (const child of Object.values(value)) sum += expanded(child);
    for (const reference of isObject(value) ? referencesOf(value) : []) {
      const target = resolve(reference);
      const { refers, size: own } = measure(target);
      if (refers) spellings.add(reference);
      else sum += own;
    }
    sizes.set(value, sum);
    return sum;
  }

  function measure(value: unknown): { size: number; refers: boolean } {
    if (typeof value !== "object" || value === null)
      return { size: 1, refers: false };
    const known = parts.get(value);
    if (known) return known;
    const whole = {
      size: 1,
      refers: isObject(value) && referencesOf(value).length > 0,
    };
    for (const child of Object.values(value)) {
      const part = measure(child);
      whole.size += part.size;
      whole.refers ||= part.refers;
    }
    parts.set(value, whole);
    return whole;
  }
}
