import { isObject, type JsonObject } from "../../../wire/message.ts";
import type { Meter } from "./meter.ts";
import type { MeteredPattern } from "./pattern.ts";
import { referencesOf, type Resolve } from "./references.ts";

export interface CostOptions {
  readonly resolve: Resolve;
  readonly pattern: (source: string) => MeteredPattern;
  readonly meter: Meter;
}

/** So many characters are read, or compared, in one step. */
const charactersPerStep = 16;
/** So many errors are copied in one step. */
const errorsPerStep = 512;

const branches = ["allOf", "anyOf", "oneOf"] as const;
const single = ["not", "if", "then", "else"] as const;
const dependent = ["dependentSchemas", "dependencies"] as const;
const forItems = ["additionalItems", "unevaluatedItems", "contains"] as const;

/**
 * Walks over a value as a validator would that tries every branch, and spends a
 * step for all that it might do: no part of a schema is taken to fail early.
 */
export function spendCheck(
  schema: unknown,
  value: unknown,
  { resolve, pattern, meter }: CostOptions,
): void {
  let references = 0;
  apply(schema, value);

  function apply(part: unknown, one: unknown): void {
    meter.spend(1);
    if (!isObject(part)) return;
    inPlace(part, one);
    if (part["enum"] !== undefined) meter.spend(sizeOf(part["enum"]));
    if (part["const"] !== undefined) meter.spend(sizeOf(part["const"]));
    if (typeof one === "string") onString(part, one);
    else if (Array.isArray(one)) onArray(part, one);
    else if (isObject(one)) onObject(part, one);
  }

  function inPlace(part: JsonObject, one: unknown): void {
    for (const reference of referencesOf(part)) {
      // Validators may copy the errors so far at each one.
      meter.spend(references++ / errorsPerStep);
      apply(resolve(reference), one);
    }
    for (const keyword of branches)
      for (const branch of listOf(part[keyword])) apply(branch, one);
    for (const keyword of single)
      if (part[keyword] !== undefined) apply(part[keyword], one);
    for (const keyword of dependent)
      for (const branch of Object.values(mapOf(part[keyword])))
        apply(branch, one);
  }

  function onString(part: JsonObject, text: string): void {
    meter.spend(text.length / charactersPerStep);
    const { pattern: source } = part;
    if (typeof source === "string") pattern(source)(text, meter);
  }

  function onArray(part: JsonObject, list: readonly unknown[]): void {
    const { prefixItems, items, uniqueItems } = part;
    meter.spend(list.length);
    const first = Array.isArray(items) ? items : listOf(prefixItems);
    first.slice(0, list.length).forEach((schema, at) => {
      apply(schema, list[at]);
    });
    if (isObject(items))
      for (const item of list.slice(first.length)) apply(items, item);
    for (const keyword of forItems)
      if (isObject(part[keyword]))
        for (const item of list) apply(part[keyword], item);
    if (uniqueItems !== true || list.length < 2) return;
    // Each may be compared with each, down to its last part.
    const size = sizeOf(list);
    if (!isOfScalars(items))
      meter.spend(list.length * (list.length / 2 + size));
  }

  function onObject(part: JsonObject, object: JsonObject): void {
    const properties = mapOf(part["properties"]);
    const patterns = Object.entries(mapOf(part["patternProperties"]));
    const { additionalProperties, unevaluatedProperties, propertyNames } = part;
    const required = [
      part["required"],
      ...Object.values(mapOf(part["dependentRequired"])),
      ...Object.values(mapOf(part["dependencies"])),
    ];
    meter.spend(Object.keys(properties).length);
    for (const names of required) meter.spend(listOf(names).length);
    for (const [key, child] of Object.entries(object)) {
      meter.spend(1 + key.length / charactersPerStep);
      const isNamed = Object.hasOwn(properties, key);
      if (isNamed) apply(properties[key], child);
      for (const [source, schema] of patterns)
        if (pattern(source)(key, meter)) apply(schema, child);
      if (propertyNames !== undefined) apply(propertyNames, key);
      if (!isNamed) apply(additionalProperties, child);
      if (unevaluatedProperties !== undefined)
        apply(unevaluatedProperties, child);
    }
  }

  /** Of all values within, and the characters of their texts. */
  function sizeOf(whole: unknown): number {
    let size = 0;
    const rest = [whole];
    while (rest.length > 0) {
      const one = rest.pop();
      size += typeof one === "string" ? 1 + one.length / charactersPerStep : 1;
      meter.spend(1);
      if (typeof one !== "object" || one === null) continue;
      for (const child of Object.values(one)) rest.push(child);
    }
    return size;
  }
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

function mapOf(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}
