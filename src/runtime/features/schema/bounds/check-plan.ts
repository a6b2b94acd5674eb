import {
  isObject,
  objectOf,
  type JsonObject,
} from "../../../protocol/message.ts";
import type { MeteredPattern } from "./pattern.ts";
import { referencesOf, type Resolve } from "./references.ts";

/** What a part of a schema does with a value, read once for many values. */
export interface CheckPlan {
  /** What refers elsewhere, and what it leads to. */
  readonly targets: readonly unknown[];
  /** What is applied to the same value. */
  readonly same: readonly unknown[];
  /** The values that a value may be, or must be. */
  readonly constants: readonly unknown[];
  readonly pattern: MeteredPattern | undefined;
  /** What is applied to the first items, by their order. */
  readonly first: readonly unknown[];
  /** What is applied to the items after those. */
  readonly rest: unknown;
  /** What is applied to each item. */
  readonly each: readonly unknown[];
  /** Whether all items are compared with each other, part by part. */
  readonly compares: boolean;
  readonly properties: JsonObject;
  readonly patterns: readonly (readonly [MeteredPattern, unknown])[];
  /** How many names of properties are gone through for each object. */
  readonly names: number;
  readonly propertyNames: unknown;
  readonly additional: unknown;
  readonly unevaluated: unknown;
}

/** Reads a part; `pattern` makes what looks for a pattern. */
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

/** What has no parts is looked up, and not compared. */
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
