import type { NormalSchema } from "../../../../../schema/model/index.ts";
import { areOthersDeclared, isDeclared } from "../facts/declared.ts";
import {
  fieldOf,
  matchedField,
  schemasOfName,
  namesOf,
  otherField,
  patternsOf,
  requiredOf,
} from "../facts/fields.ts";
import { matches } from "../facts/pattern.ts";
import type { Prover } from "../prover.ts";
import { countsOf } from "./scalars.ts";
import { beside, type Term } from "../term.ts";

/** What proves a claim about objects, of flat terms that may hold of some. */
type ObjectProof = (flat: readonly Term[], to: Term, prover: Prover) => boolean;

/** Whether a property fits; one that nothing is said of may be assumed to be absent. */
function isFieldProven(
  flat: readonly Term[],
  name: string,
  to: Term,
  prover: Prover,
): boolean {
  if (prover.declared && !isDeclared(flat, name)) return true;
  return prover.inside(() => prover.proves(fieldOf(flat, name), to));
}

export const areNamedProven: ObjectProof = (flat, to, prover) =>
  Object.entries(to.schema.properties ?? {}).every(([name, schema]) =>
    isFieldProven(flat, name, beside(to, schema), prover),
  );

export const areMatchedProven: ObjectProof = (flat, to, prover) =>
  Object.entries(to.schema.patternProperties ?? {}).every(
    ([pattern, schema]) => {
      const wanted = beside(to, schema);
      const named = [...namesOf(flat)].filter((name) => matches(name, pattern));
      const others = matchedField(flat, pattern);
      return (
        named.every((name) => isFieldProven(flat, name, wanted, prover)) &&
        ((prover.declared && !areOthersDeclared(flat)) ||
          prover.inside(() => prover.proves(others, wanted)))
      );
    },
  );

export const areOthersProven: ObjectProof = (flat, to, prover) => {
  const { additionalProperties = {}, patternProperties = {} } = to.schema;
  const wanted = beside(to, additionalProperties);
  const named = [...namesOf(flat)].filter(
    (name) => schemasOfName(to, name).length === 0,
  );
  const patterns = new Set(Object.keys(patternProperties));
  return (
    named.every((name) => isFieldProven(flat, name, wanted, prover)) &&
    prover.inside(() => prover.proves(otherField(flat, patterns), wanted))
  );
};

export function isRequiredProven(
  flat: readonly Term[],
  names: readonly string[],
): boolean {
  const required = requiredOf(flat);
  return names.every((name) => required.has(name));
}

export const areNamesProven: ObjectProof = (flat, to, prover) => {
  const wanted = beside(to, to.schema.propertyNames ?? {});
  const own = flat.flatMap((term) =>
    term.schema.propertyNames === undefined
      ? []
      : [beside(term, term.schema.propertyNames)],
  );
  const isText = beside(to, { type: "string" });
  if (prover.inside(() => prover.proves([...own, isText], wanted))) return true;
  const hasOthers =
    patternsOf(flat).size > 0 ||
    !prover.inside(() => prover.isEmpty(otherField(flat, new Set())));
  return (
    !hasOthers &&
    [...namesOf(flat)].every((name) => {
      const isName = beside(to, { const: name });
      return (
        prover.inside(() => prover.isEmpty(fieldOf(flat, name))) ||
        prover.inside(() => prover.proves([isName], wanted))
      );
    })
  );
};

/** Whether there are as many properties as are wanted. */
export const isSizeProven: ObjectProof = (flat, to, prover) => {
  const { minProperties = 0, maxProperties = Infinity } = to.schema;
  const { least, most } = countsOf(flat, ["minProperties", "maxProperties"]);
  if (Math.max(least, requiredOf(flat).size) < minProperties) return false;
  return most <= maxProperties || mostNamed(flat, prover) <= maxProperties;
};

/** How many properties there can be, where all of them have names. */
function mostNamed(flat: readonly Term[], prover: Prover): number {
  const isClosed =
    patternsOf(flat).size === 0 &&
    prover.inside(() => prover.isEmpty(otherField(flat, new Set())));
  if (!isClosed) return Infinity;
  return [...namesOf(flat)].filter(
    (name) => !prover.inside(() => prover.isEmpty(fieldOf(flat, name))),
  ).length;
}

export const areDependentsProven: ObjectProof = (flat, to, prover) =>
  Object.entries(to.schema.dependentRequired ?? {}).every(([name, names]) =>
    isWithProven(flat, { name, to, prover }, (withName) =>
      isRequiredProven(withName, names),
    ),
  );

export const areDependentSchemasProven: ObjectProof = (flat, to, prover) =>
  Object.entries(to.schema.dependentSchemas ?? {}).every(([name, schema]) =>
    isWithProven(flat, { name, to, prover }, (withName) =>
      prover.proves(withName, beside(to, schema)),
    ),
  );

/** What has to hold where a property is there holds, or it never is. */
function isWithProven(
  flat: readonly Term[],
  { name, to, prover }: { name: string; to: Term; prover: Prover },
  isProven: (withName: Term[]) => boolean,
): boolean {
  if (prover.declared && !isDeclared(flat, name)) return true;
  const needed: NormalSchema = { type: "object", required: [name] };
  const withName = [...flat, beside(to, needed)];
  return isProven(withName) || prover.isEmpty(withName);
}

/** Whether flat terms leave no object. */
export function hasNoObject(flat: readonly Term[], prover: Prover): boolean {
  const { least, most } = countsOf(flat, ["minProperties", "maxProperties"]);
  const required = requiredOf(flat);
  return (
    Math.max(least, required.size) > most ||
    [...required].some((name) =>
      prover.inside(() => prover.isEmpty(fieldOf(flat, name))),
    )
  );
}
