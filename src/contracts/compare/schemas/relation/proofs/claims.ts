import type { NormalSchema } from "../../../../../schema/model/index.ts";
import {
  areItemsProven,
  isContainingProven,
  isLengthProven,
} from "./arrays.ts";
import {
  isAllOfProven,
  isAnyOfProven,
  isIfProven,
  isNotProven,
  isOneOfProven,
  isReferenceProven,
} from "./composition.ts";
import { unevaluatedClaims } from "../evaluated.ts";
import {
  areDependentSchemasProven,
  areDependentsProven,
  areMatchedProven,
  areNamedProven,
  areNamesProven,
  areOthersProven,
  isRequiredProven,
  isSizeProven,
} from "./objects.ts";
import type { Prover } from "../prover.ts";
import { isNumberProven, isTextProven, isTypeProven } from "./scalars.ts";
import { beside, type Term } from "../term.ts";
import { typesOf } from "../facts/types.ts";

/** A part of what a schema says that is proven by itself. */
export interface Claim {
  /** The schema with this part alone. */
  readonly term: Term;
  /** Whether another case of what holds may prove it where all cases together do not. */
  readonly hasCases: boolean;
  /** Whether flat terms prove it. */
  readonly isProven: (flat: readonly Term[], prover: Prover) => boolean;
}

type Keyword = keyof NormalSchema;
type Proof = (flat: readonly Term[], to: Term, prover: Prover) => boolean;

interface Rule {
  readonly keywords: readonly Keyword[];
  readonly proof: Proof;
  readonly hasCases?: true;
}

const ofObjects = (proof: Proof): Proof => ifTyped("object", proof);
const ofLists = (proof: Proof): Proof => ifTyped("array", proof);

/** What is said of a type holds of the values of all others. */
function ifTyped(type: "object" | "array", proof: Proof): Proof {
  return (flat, to, prover) =>
    !typesOf(flat).has(type) || proof(flat, to, prover);
}

/** The claims of a schema, each with what it needs to be understood. */
const rules: readonly Rule[] = [
  { keywords: ["$ref"], proof: isReferenceProven },
  { keywords: ["allOf"], proof: isAllOfProven },
  {
    keywords: ["type"],
    proof: (flat, { schema }) => isTypeProven(flat, schema.type ?? []),
  },
  // Values that are named are held against it before.
  { keywords: ["const"], proof: () => false },
  { keywords: ["enum"], proof: () => false },
  { keywords: ["anyOf"], proof: isAnyOfProven, hasCases: true },
  { keywords: ["oneOf"], proof: isOneOfProven, hasCases: true },
  { keywords: ["not"], proof: isNotProven, hasCases: true },
  { keywords: ["if", "then", "else"], proof: isIfProven, hasCases: true },
  {
    keywords: [
      ...(["minimum", "maximum", "exclusiveMinimum"] as const),
      ...(["exclusiveMaximum", "multipleOf"] as const),
    ],
    proof: (flat, { schema }) => isNumberProven(flat, schema),
  },
  {
    keywords: ["minLength", "maxLength", "pattern"],
    proof: (flat, { schema }) => isTextProven(flat, schema),
  },
  { keywords: ["properties"], proof: ofObjects(areNamedProven) },
  { keywords: ["patternProperties"], proof: ofObjects(areMatchedProven) },
  {
    keywords: ["additionalProperties", "properties", "patternProperties"],
    proof: ofObjects(areOthersProven),
  },
  {
    keywords: ["required"],
    proof: ofObjects((flat, { schema }) =>
      isRequiredProven(flat, schema.required ?? []),
    ),
  },
  { keywords: ["propertyNames"], proof: ofObjects(areNamesProven) },
  {
    keywords: ["minProperties", "maxProperties"],
    proof: ofObjects(isSizeProven),
  },
  { keywords: ["dependentRequired"], proof: ofObjects(areDependentsProven) },
  {
    keywords: ["dependentSchemas"],
    proof: ofObjects(areDependentSchemasProven),
    hasCases: true,
  },
  { keywords: ["prefixItems", "items"], proof: ofLists(areItemsProven) },
  {
    keywords: ["minItems", "maxItems", "uniqueItems"],
    proof: ofLists(isLengthProven),
  },
  {
    keywords: ["contains", "minContains", "maxContains"],
    proof: ofLists(isContainingProven),
  },
];

/** Those without whose first keyword nothing is claimed. */
const needFirst: ReadonlySet<Keyword> = new Set([
  "if",
  "additionalProperties",
  "contains",
]);

/** What a schema claims of values, part by part. */
export function claimsOf(to: Term): Claim[] {
  const own = rules
    .filter((rule) => isSaid(to.schema, rule))
    .map((rule) => claimOf(to, rule));
  const others = unevaluatedClaims(to).flatMap((schema) =>
    claimsOf(beside(to, schema)),
  );
  return [...own, ...others];
}

function isSaid(schema: NormalSchema, { keywords }: Rule): boolean {
  const [first] = keywords;
  return first !== undefined && needFirst.has(first)
    ? schema[first] !== undefined
    : keywords.some((keyword) => keyword in schema);
}

function claimOf(to: Term, { keywords, proof, hasCases }: Rule): Claim {
  const said = keywords
    .filter((keyword) => keyword in to.schema)
    .map((keyword) => [keyword, to.schema[keyword]]);
  const term = beside(to, Object.fromEntries(said) as NormalSchema);
  return {
    term,
    hasCases: hasCases === true,
    isProven: (flat, prover) => proof(flat, term, prover),
  };
}
