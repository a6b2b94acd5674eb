import type { NormalSchema } from "../../../src/schema/model/json-schema.ts";
import type { Tape } from "../../schema/corpus/tape.ts";
import { definitionNames, randomValue } from "./random-schemas.ts";

type Make = (tape: Tape, depth: number) => NormalSchema;

const names = ["a", "b", "x1"] as const;
const none: NormalSchema = { not: {} };

/** A schema of words that TypeScript has types for: they say no more, and no less. */
export function sayableSchema(tape: Tape, depth = 3): NormalSchema {
  if (depth === 0) return scalar(tape);
  return tape.pick<Make>([
    object,
    object,
    scalar,
    map,
    list,
    tuple,
    alternatives,
    merged,
    eitherRequired,
    dependent,
    chosen,
    without,
    prefixed,
    orNull,
  ])(tape, depth - 1);
}

/** What stands in another: it may refer to a definition. */
function inner(tape: Tape, depth: number): NormalSchema {
  if (tape.once(5)) return { $ref: `#/$defs/${tape.pick(definitionNames)}` };
  return sayableSchema(tape, depth);
}

function scalar(tape: Tape): NormalSchema {
  return tape.pick<() => NormalSchema>([
    () => ({ type: tape.pick(["string", "number", "boolean", "null"]) }),
    () => ({ type: ["string", "null"] }),
    () => ({ const: randomValue(tape, 1) }),
    () => ({ enum: tape.several(1, 3, () => randomValue(tape, 1)) }),
    () => ({ enum: ["p", 1, 2], not: { const: tape.pick([1, 2]) } }),
    () => ({ oneOf: [{ const: "p" }, { enum: ["q", "p", 1] }] }),
  ])();
}

function object(tape: Tape, depth: number): NormalSchema {
  const known = names.filter(() => !tape.once(3));
  const properties = known.map((name) => [name, inner(tape, depth)] as const);
  return {
    type: "object",
    properties: Object.fromEntries(properties),
    required: known.filter(() => tape.once(2)),
    additionalProperties: tape.pick([none, {}]),
  };
}

function map(tape: Tape, depth: number): NormalSchema {
  return { type: "object", additionalProperties: inner(tape, depth) };
}

function list(tape: Tape, depth: number): NormalSchema {
  return { type: "array", items: inner(tape, depth) };
}

function tuple(tape: Tape, depth: number): NormalSchema {
  const first = tape.several(1, 2, () => inner(tape, depth));
  return {
    type: "array",
    prefixItems: first,
    items: tape.once(2) ? inner(tape, depth) : none,
    minItems: tape.below(first.length + 1),
  };
}

/** Objects that a literal tells apart, or each of which has no other properties. */
function alternatives(tape: Tape, depth: number): NormalSchema {
  const word = tape.pick(["anyOf", "oneOf"] as const);
  if (tape.once(2))
    return {
      anyOf: names.slice(0, 2).map((name) => ({
        type: "object",
        properties: { [name]: scalar(tape) },
        required: [name],
        additionalProperties: none,
      })),
    };
  const members = ["p", "q"].map((kind) => {
    const { properties, required = [], ...rest } = object(tape, depth);
    return {
      ...rest,
      properties: { ...properties, kind: { const: kind } },
      required: [...required, "kind"],
    };
  });
  return { [word]: members };
}

function merged(tape: Tape, depth: number): NormalSchema {
  const parts = [object(tape, depth), object(tape, depth)];
  return {
    allOf: parts.map((part) => ({ ...part, additionalProperties: {} })),
    ...(tape.once(2) && { unevaluatedProperties: none }),
  };
}

function eitherRequired(tape: Tape, depth: number): NormalSchema {
  const word = tape.pick(["anyOf", "oneOf"] as const);
  const branches = [{ required: ["a"] }, { required: ["b"] }];
  return { ...object(tape, depth), [word]: branches };
}

function dependent(tape: Tape, depth: number): NormalSchema {
  return { ...object(tape, depth), dependentRequired: { a: ["b"] } };
}

function chosen(tape: Tape, depth: number): NormalSchema {
  const { properties, required = [], ...rest } = object(tape, depth);
  return {
    ...rest,
    properties: { ...properties, kind: { enum: ["p", "q"] } },
    required: [...required, "kind"],
    if: { properties: { kind: { const: "p" } } },
    then: { required: ["a"] },
    else: { not: { required: ["b"] } },
  };
}

function without(tape: Tape, depth: number): NormalSchema {
  return { ...object(tape, depth), not: { required: [tape.pick(names)] } };
}

function prefixed(tape: Tape, depth: number): NormalSchema {
  return {
    type: "object",
    properties: { a: inner(tape, depth) },
    patternProperties: { "^x": inner(tape, depth) },
    additionalProperties: none,
  };
}

function orNull(tape: Tape, depth: number): NormalSchema {
  return { anyOf: [inner(tape, depth), { type: "null" }] };
}
