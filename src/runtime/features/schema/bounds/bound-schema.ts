import { type JsonObject, isObject } from "../../../protocol/message.ts";
import {
  type Resolve,
  forEachSchema,
  referencesOf,
  resolver,
} from "../check-json-schema.ts";
import { type CheckPlan, planCheck, spendCheck } from "./check-cost.ts";
import { type MeteredPattern, createMeter, meteredPattern } from "./pattern.ts";

/** Maximum number of values in a schema: they compile in less than a second. */
const maxCompiled = 3_000;
/** Maximum for schemas with `unevaluated...` keywords, which compile to much more code. */
const maxWithUnevaluated = 500;
/** Maximum number of steps for a value: they take a fraction of a second. */
const maxSteps = 2_000_000;

/**
 * Limits the time for a peer's schema. Throws a TypeError for a schema that takes long to
 * compile. Returns a function that throws a TypeError for a value that takes long to
 * validate; it estimates the cost of patterns, unique items and references before the
 * validation.
 */
export function boundSchema(schema: JsonObject): (value: unknown) => void {
  const resolve = resolver(schema);
  const size = compiledSize(schema, resolve);
  const text = JSON.stringify(schema);
  const limit = hasUnevaluated(schema) ? maxWithUnevaluated : maxCompiled;
  if (size > limit)
    throw new TypeError(
      `it has more than ${limit} values, references followed`,
    );
  if (text.length > 64 * maxCompiled)
    throw new TypeError(`it is longer than ${64 * maxCompiled} characters`);
  const patterns = new Map<string, MeteredPattern>();
  const plans = new Map<JsonObject, CheckPlan>();
  const pattern = (source: string): MeteredPattern =>
    once(patterns, source, () => meteredPattern(source));
  const planOf = (part: JsonObject): CheckPlan =>
    once(plans, part, () => planCheck(part, resolve, pattern));
  return (value) => {
    const meter = createMeter(maxSteps);
    try {
      spendCheck(schema, value, planOf, meter);
    } catch (error) {
      // The value, or the match of a pattern, is too deep for the stack.
      if (error instanceof RangeError)
        throw new TypeError("it is too deep to check", { cause: error });
      throw error;
    }
  };
}

function hasUnevaluated(schema: JsonObject): boolean {
  let isFound = false;
  forEachSchema(schema, (one) => {
    isFound ||=
      one["unevaluatedProperties"] !== undefined ||
      one["unevaluatedItems"] !== undefined;
  });
  return isFound;
}

function once<Key, Value>(
  known: Map<Key, Value>,
  key: Key,
  make: () => Value,
): Value {
  const found = known.get(key);
  if (found !== undefined) return found;
  const made = make();
  known.set(key, made);
  return made;
}

/**
 * Returns the maximum number of values that a schema compiler visits. It may inline targets
 * without references, and compile the others once for each spelling of a reference.
 */
function compiledSize(root: unknown, resolve: Resolve): number {
  const sizes = new Map<object, number>();
  const spellings = new Set<string>();
  const parts = new Map<object, { size: number; refers: boolean }>();
  let size = expanded(root);
  // The loop includes spellings that are added while it runs.
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
