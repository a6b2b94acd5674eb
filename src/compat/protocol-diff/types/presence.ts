import type { Rule } from "../change/change.ts";
import { fieldOnWire } from "../shape/on-wire.ts";
import type { ObjectShape } from "../shape/shape.ts";

/** What decides on a field that only one of two types declares. */
export function loneFieldRule(
  kind: "added" | "removed",
  name: string,
  own: ObjectShape,
  other: ObjectShape,
): Rule {
  if (other.envelope?.has(name)) return `envelope-${kind}`;
  if (!isRequired(own, name)) return `field-${kind}`;
  return own.assumed === name
    ? `result-type-${kind}`
    : `required-field-${kind}`;
}

/** What decides on a field that became required, or is no longer; undefined where it did neither. */
export function presenceRule(
  name: string,
  before: ObjectShape,
  after: ObjectShape,
): Rule | undefined {
  const [was, is] = [before, after].map((one) => isRequired(one, name));
  if (was !== is) {
    if (is)
      return after.assumed === name ? "result-type-added" : "field-required";
    return before.assumed === name ? "result-type-removed" : "field-optional";
  }
  const [old, now] = [before.fields.get(name), after.fields.get(name)];
  if (old === undefined || now === undefined || old.optional === now.optional)
    return undefined;
  return now.optional ? "envelope-removed" : "envelope-added";
}

function isRequired(type: ObjectShape, name: string): boolean {
  return fieldOnWire(type, name)?.optional === false;
}
