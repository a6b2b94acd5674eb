import type { NormalSchema } from "../../../../schema/model/index.ts";
import { fieldOf, namesOf } from "./facts/fields.ts";
import { beside, never, type Term } from "./term.ts";
import { typesOf } from "./facts/types.ts";
import { flatten } from "./flatten.ts";
import { valuesOf } from "./facts/values.ts";

/** Terms in whose place several lists of terms can stand: of each value, one of them holds. */
export type Cases = readonly (readonly Term[])[];

/** The cases of what flat terms say: the members of a union, or both ways of a condition. */
export function casesOf(flat: readonly Term[]): Cases | undefined {
  const at = flat.findIndex(({ schema }) => hasCases(schema));
  const term = flat[at];
  if (term === undefined) return undefined;
  const others = flat.toSpliced(at, 1);
  return membersOf(term).map(({ hold, apart = [] }) => [
    ...others,
    ...hold.map((schema) => beside(term, schema)),
    ...apart.map((not): Term => ({
      ...beside(term, { not }),
      isApart: true,
    })),
  ]);
}

/** A case of a term: what holds in it, and what does not because that is another case. */
interface Member {
  readonly hold: readonly NormalSchema[];
  readonly apart?: readonly NormalSchema[];
}

function hasCases({ anyOf, oneOf, if: condition }: NormalSchema): boolean {
  return (anyOf ?? oneOf ?? condition) !== undefined;
}

/** More than that are not told apart from each other. */
const mostApart = 16;

function membersOf({ schema }: Term): Member[] {
  if (schema.anyOf !== undefined) {
    const { anyOf, ...rest } = schema;
    return anyOf.map((one) => ({ hold: [rest, one] }));
  }
  if (schema.oneOf !== undefined) {
    const { oneOf, ...rest } = schema;
    const all = oneOf.length > mostApart ? [] : oneOf;
    return oneOf.map((one) => ({
      hold: [rest, one],
      apart: all.filter((other) => other !== one),
    }));
  }
  const {
    if: condition = {},
    then = {},
    else: otherwise = {},
    ...rest
  } = schema;
  return [
    { hold: [rest, condition, then] },
    { hold: [rest, { not: condition }, otherwise] },
  ];
}

/** The types of the values, where there are several. */
export function casesByType(flat: readonly Term[]): Cases | undefined {
  const types = [...typesOf(flat)];
  const [term] = flat;
  if (types.length < 2 || term === undefined) return undefined;
  return types.map((type) => [...flat, beside(term, { type })]);
}

/** Properties with more values are not looked at value by value. */
const mostValues = 64;

/** The values of a property that has a few of them, and on which a union may depend. */
export function casesByProperty(
  flat: readonly Term[],
  to: Term,
): Cases | undefined {
  const [term] = flat;
  if (term === undefined || !typesOf(flat).has("object")) return undefined;
  const decisive = propertiesInside(to);
  for (const name of namesOf(flat)) {
    if (!decisive.has(name)) continue;
    const values = valuesOf(flatten(fieldOf(flat, name))) ?? [];
    if (values.length < 2 || values.length > mostValues) continue;
    return [undefined, ...values.map((value) => ({ const: value }))].map(
      (value) => [
        ...flat,
        beside(term, { properties: { [name]: value ?? never } }),
      ],
    );
  }
  return undefined;
}

/** The properties that the members of a union speak of. */
function propertiesInside(to: Term): Set<string> {
  const { anyOf = [], oneOf = [], if: condition, not } = to.schema;
  const members = [...anyOf, ...oneOf, condition, not].filter(
    (one) => one !== undefined,
  );
  return namesOf(flatten(members.map((schema) => beside(to, schema))));
}
