import type {
  NormalSchema,
  SchemaType,
} from "../../../src/schema/model/json-schema.ts";
import type { Tape } from "../../schema/corpus/tape.ts";

/** The definitions that random schemas refer to. */
export const definitionNames = ["One", "Two"] as const;

/** All properties that random values and schemas have. */
export const propertyNames: readonly string[] = "a b x1 kind z p q long".split(
  " ",
);

const names = ["a", "b", "x1"] as const;
const none: NormalSchema = { not: {} };
const types: readonly [SchemaType, ...SchemaType[]] = [
  "object",
  "string",
  "number",
  "null",
  "boolean",
  "array",
  "integer",
];

/** A value out of few, so that schemas and values meet. */
export function randomValue(tape: Tape, depth = 3): unknown {
  if (depth > 0 && tape.below(3) > 0)
    return tape.once(4) ? randomList(tape, depth) : randomObject(tape, depth);
  return tape.pick(["p", "q", 1, 2, 1.5, true, false, null, "long"]);
}

function randomObject(tape: Tape, depth: number): unknown {
  const chosen = names.filter(() => !tape.once(2));
  if (tape.once(4)) return { kind: tape.pick(["p", "q"]), ...rest() };
  return rest();
  function rest(): Record<string, unknown> {
    return Object.fromEntries(
      [...chosen, ...(tape.once(8) ? ["z"] : [])].map((name) => [
        name,
        randomValue(tape, depth - 1),
      ]),
    );
  }
}

function randomList(tape: Tape, depth: number): unknown[] {
  return tape.several(0, 3, () => randomValue(tape, depth - 1));
}

/** A schema of any words, in normal form. */
export function randomSchema(tape: Tape, depth = 3): NormalSchema {
  const schema: NormalSchema = {};
  if (depth === 0) return Object.assign(schema, leaf(tape));
  const inner = (): NormalSchema => randomSchema(tape, depth - 1);
  for (const words of tape.several(1, 2, () => tape.pick(groups)))
    Object.assign(schema, words(tape, inner));
  return schema;
}

type Group = (tape: Tape, inner: () => NormalSchema) => NormalSchema;

function leaf(tape: Tape): NormalSchema {
  return tape.pick<Group>([ofType, ofValues, ofType, limited, anything])(
    tape,
    () => ({}),
  );
}

const groups: readonly [Group, ...Group[]] = [
  objectGroup,
  ofType,
  objectGroup,
  ofValues,
  objectGroup,
  listGroup,
  reference,
  combined,
  combined,
  negated,
  conditional,
  dependent,
  namedBy,
  unevaluated,
  limited,
];

function anything(): NormalSchema {
  return {};
}

function ofType(tape: Tape): NormalSchema {
  const type = tape.pick(types);
  return { type: tape.once(3) ? [...new Set([type, tape.pick(types)])] : type };
}

function ofValues(tape: Tape): NormalSchema {
  if (tape.once(3)) return { const: randomValue(tape, 2) };
  return { enum: tape.several(1, 3, () => randomValue(tape, 1)) };
}

function objectGroup(tape: Tape, inner: () => NormalSchema): NormalSchema {
  const known = names.filter(() => tape.once(2));
  const properties = Object.fromEntries(known.map((name) => [name, inner()]));
  const required = names.filter(() => tape.once(3));
  const others = tape.pick<"" | "schema" | NormalSchema>([
    ...(["", none, {}, "schema"] as const),
  ]);
  const patterns = tape.once(4)
    ? { [tape.pick(["^x", "1$", "^a$|b", "^b$", ".*"])]: inner() }
    : undefined;
  return {
    ...(!tape.once(4) && { type: "object" as const }),
    properties,
    ...(required.length > 0 && { required }),
    ...(patterns && { patternProperties: patterns }),
    ...(others !== "" && {
      additionalProperties: others === "schema" ? inner() : others,
    }),
  };
}

function listGroup(tape: Tape, inner: () => NormalSchema): NormalSchema {
  const first = tape.several(0, 2, inner);
  const others = tape.pick<"" | "schema" | NormalSchema>(["", none, "schema"]);
  return {
    ...(!tape.once(4) && { type: "array" as const }),
    ...(first.length > 0 && { prefixItems: first }),
    ...(others !== "" && { items: others === "schema" ? inner() : others }),
    ...(tape.once(3) && { minItems: tape.below(3) }),
    ...(tape.once(4) && { maxItems: tape.below(3) }),
    ...(tape.once(6) && { contains: inner() }),
    ...(tape.once(6) && { unevaluatedItems: inner() }),
  };
}

function reference(tape: Tape): NormalSchema {
  return { $ref: `#/$defs/${tape.pick(definitionNames)}` };
}

function combined(tape: Tape, inner: () => NormalSchema): NormalSchema {
  const word = tape.pick(["anyOf", "allOf", "oneOf"] as const);
  return { [word]: tape.several(1, 3, inner) };
}

function negated(tape: Tape, inner: () => NormalSchema): NormalSchema {
  return { not: tape.once(2) ? { required: [tape.pick(names)] } : inner() };
}

function conditional(tape: Tape, inner: () => NormalSchema): NormalSchema {
  const name = tape.pick(names);
  const condition = tape.once(2)
    ? { properties: { [name]: { const: tape.pick<unknown>(["p", 1]) } } }
    : inner();
  return {
    if: condition,
    ...(!tape.once(3) && { then: inner() }),
    ...(!tape.once(3) && { else: inner() }),
  };
}

function dependent(tape: Tape, inner: () => NormalSchema): NormalSchema {
  const name = tape.pick(names);
  return tape.once(2)
    ? { dependentRequired: { [name]: [tape.pick(names)] } }
    : { dependentSchemas: { [name]: inner() } };
}

function namedBy(tape: Tape, inner: () => NormalSchema): NormalSchema {
  return {
    propertyNames: tape.once(3) ? inner() : { enum: ["a", tape.pick(names)] },
  };
}

function unevaluated(tape: Tape, inner: () => NormalSchema): NormalSchema {
  return {
    ...combined(tape, inner),
    unevaluatedProperties: tape.once(2) ? none : inner(),
  };
}

function limited(tape: Tape): NormalSchema {
  return tape.pick<NormalSchema>([
    { minLength: 2 },
    { minimum: 2 },
    { pattern: "^p" },
    { multipleOf: 1 },
    { minProperties: 1 },
    { uniqueItems: true },
  ]);
}
