import type { JsonObject } from "../../../protocol/message.ts";
import { forEachSchema } from "../schema-place.ts";
import { spendCheck } from "./check-cost.ts";
import { compiledSize } from "./compiled-size.ts";
import { createMeter } from "./meter.ts";
import { meteredPattern, type MeteredPattern } from "./pattern.ts";
import { planCheck, type CheckPlan } from "./check-plan.ts";
import { resolver } from "./references.ts";

/** So many values are compiled in less than a second. */
const maxCompiled = 3_000;
/** What is left over by all others is found with much more code. */
const maxWithUnevaluated = 500;
/** So many steps are done in a fraction of a second. */
const maxSteps = 2_000_000;

/**
 * Throws a TypeError for a schema of a peer's that takes long to compile. Gives a
 * function that throws one for a value that takes long to check: what a pattern, a
 * comparison of all items or a fan of references costs is known before it is done.
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
      // The value, or what a pattern finds in it, is deeper than the stack.
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
