import {
  type JsonObject,
  isObject,
  objectOf,
} from "../../../protocol/message.ts";
import { type Resolve, referencesOf } from "../check-json-schema.ts";
import type { Meter, MeteredPattern } from "./pattern.ts";

/** Characters that one step reads or compares. */
const charactersPerStep = 16;
/** Errors that one step copies. */
const errorsPerStep = 512;

/**
 * Visits a value like a validator that tries every branch, and spends the steps. It assumes
 * that no part of a schema fails early.
 */
export function spendCheck(
  schema: JsonObject,
  value: unknown,
  planOf: (part: JsonObject) => CheckPlan,
  meter: Meter,
): void {
  let references = 0;
  apply(schema, value);

  function apply(part: unknown, one: unknown): void {
    meter.spend(1);
    if (!isObject(part)) return;
    const plan = planOf(part);
    for (const target of plan.targets) {
      // Validators may copy all earlier errors at each reference.
      meter.spend(references++ / errorsPerStep);
      apply(target, one);
    }
    for (const branch of plan.same) apply(branch, one);
    for (const constant of plan.constants) sizeOf(constant);
    if (typeof one === "string") onString(plan, one);
    else if (Array.isArray(one)) onArray(plan, one);
    else if (isObject(one)) onObject(plan, one);
  }

  function onString({ pattern }: CheckPlan, text: string): void {
    meter.spend(text.length / charactersPerStep);
    pattern?.(text, meter);
  }

  function onArray(plan: CheckPlan, list: readonly unknown[]): void {
    const { first, rest, each, compares } = plan;
    meter.spend(list.length);
    list.forEach((item, at) => {
      if (at < first.length) apply(first[at], item);
      else if (rest !== undefined) apply(rest, item);
      for (const schema of each) apply(schema, item);
    });
    // Each item may be compared with each other item completely.
    if (compares && list.length > 1)
      meter.spend(list.length * (list.length / 2 + sizeOf(list)));
  }

  function onObject(plan: CheckPlan, object: JsonObject): void {
    const { properties, patterns, names, propertyNames } = plan;
    meter.spend(names);
    for (const [key, child] of Object.entries(object)) {
      meter.spend(1 + key.length / charactersPerStep);
      if (Object.hasOwn(properties, key)) apply(properties[key], child);
      else if (plan.additional !== undefined) apply(plan.additional, child);
      for (const [pattern, schema] of patterns)
        if (pattern(key, meter)) apply(schema, child);
      if (propertyNames !== undefined) apply(propertyNames, key);
      if (plan.unevaluated !== undefined) apply(plan.unevaluated, child);
    }
  }

  /**
   * Returns the number of nested values, plus steps for the characters of strings; spends
   * as many steps.
   */
  function sizeOf(whole: unknown): number {
    let size = 0;
    const rest = [whole];
    while (rest.length > 0) {
      const one = rest.pop();
      const steps =
        typeof one === "string" ? 1 + one.length / charactersPerStep : 1;
      size += steps;
      meter.spend(steps);
      if (typeof one !== "object" || one === null) continue;
      for (const child of Object.values(one)) rest.push(child);
    }
    return size;
  }
}

/** Checks of one subschema, parsed once for many values. */
export interface CheckPlan {
  /** Targets of the references. */
  readonly targets: readonly unknown[];
  /** Subschemas for the same value. */
  readonly same: readonly unknown[];
  /** Values of `enum` and `const`. */
  readonly constants: readonly unknown[];
  readonly pattern: MeteredPattern | undefined;
  /** Subschemas for the first items, in order. */
  readonly first: readonly unknown[];
  /** Subschema for the items after those. */
  readonly rest: unknown;
  /** Subschemas for every item. */
  readonly each: readonly unknown[];
  /** True if all items are compared with each other deeply. */
  readonly compares: boolean;
  readonly properties: JsonObject;
  readonly patterns: readonly (readonly [MeteredPattern, unknown])[];
  /** Number of property names that are checked for each object. */
  readonly names: number;
  readonly propertyNames: unknown;
  readonly additional: unknown;
  readonly unevaluated: unknown;
}

/** Parses a subschema. `pattern` compiles a pattern. */
export function planCheck(
  part: JsonObject,
  resolve: Resolve,
  pattern: (source: string) => MeteredPattern,
): CheckPlan {
  const { items, enum: values, const: constant } = part;
  const properties = objectOf(part["properties"]);
  const listed = [
    part["required"],
    ...Object.values(objectOf(part["dependentRequired"])),
    ...Object.values(objectOf(part["dependencies"])),
  ];
  const source = part["pattern"];
  return {
    targets: referencesOf(part).map(resolve),
    same: [
      ...["allOf", "anyOf", "oneOf"].flatMap((keyword) =>
        listOf(part[keyword]),
      ),
      ...["not", "if", "then", "else"].map((keyword) => part[keyword]),
      ...["dependentSchemas", "dependencies"].flatMap((keyword) =>
        Object.values(objectOf(part[keyword])),
      ),
    ].filter(isObject),
    constants: [values, constant].filter((one) => one !== undefined),
    pattern: typeof source === "string" ? pattern(source) : undefined,
    first: Array.isArray(items) ? items : listOf(part["prefixItems"]),
    rest: Array.isArray(items) ? undefined : items,
    each: ["additionalItems", "unevaluatedItems", "contains"]
      .map((keyword) => part[keyword])
      .filter(isObject),
    compares: part["uniqueItems"] === true && !isOfScalars(items),
    properties,
    patterns: Object.entries(objectOf(part["patternProperties"])).map(
      ([text, schema]) => [pattern(text), schema] as const,
    ),
    names: listed.reduce<number>(
      (sum, one) => sum + listOf(one).length,
      Object.keys(properties).length,
    ),
    propertyNames: part["propertyNames"],
    additional: part["additionalProperties"],
    unevaluated: part["unevaluatedProperties"],
  };
}

/** True if items are scalars, which validators look up instead of comparing. */
function isOfScalars(items: unknown): boolean {
  const type = isObject(items) ? items["type"] : undefined;
  const types = Array.isArray(type) ? type : [type];
  return types.every(
    (one) => typeof one === "string" && one !== "object" && one !== "array",
  );
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
