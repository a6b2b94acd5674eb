import { allApplied } from "../applied.ts";
import { saysNothing } from "../key.ts";
import { schemasOfName } from "./fields.ts";
import type { Term } from "../term.ts";

/** Whether flat terms say anything of a property of this name, always or in some case. */
export function isDeclared(flat: readonly Term[], name: string): boolean {
  return appliedOf(flat).some((term) => declares(term, name));
}

const known = new WeakMap<readonly Term[], Term[]>();

function appliedOf(flat: readonly Term[]): Term[] {
  const before = known.get(flat);
  if (before !== undefined) return before;
  const applied = allApplied(flat.filter(({ isApart }) => isApart !== true));
  known.set(flat, applied);
  return applied;
}

function declares(term: Term, name: string): boolean {
  const { schema } = term;
  const { additionalProperties, unevaluatedProperties } = schema;
  const { required = [], dependentRequired = {} } = schema;
  const others = [additionalProperties, unevaluatedProperties];
  return (
    schemasOfName(term, name).length > 0 ||
    others.some((one) => one !== undefined && !saysNothing(one)) ||
    required.includes(name) ||
    Object.hasOwn(dependentRequired, name) ||
    Object.values(dependentRequired).some((names) => names.includes(name)) ||
    Object.hasOwn(schema.dependentSchemas ?? {}, name)
  );
}

/** Whether flat terms say anything of properties whose names they do not know. */
export function areOthersDeclared(flat: readonly Term[]): boolean {
  return appliedOf(flat).some(({ schema }) => {
    const { additionalProperties, unevaluatedProperties } = schema;
    const others = Object.values(schema.patternProperties ?? {});
    return [additionalProperties, unevaluatedProperties, ...others].some(
      (one) => one !== undefined && !saysNothing(one),
    );
  });
}
