import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import type { Effect } from "../../../src/compat/protocol-diff/index.ts";
import type { Definitions } from "../../../src/emit/guards/scope/schemas.ts";
import type { JsonSchema } from "../../../src/emit/json-schema/index.ts";
import { createValues } from "../../emit/guards/values.ts";
import type { Local } from "./local.ts";
import { fc } from "../../support/random.ts";

/** Says what generated values say of the two ends of a change. */
export type Judge = (local: Local) => Effect;

const runs = 100;

/** Judges with the same types on both sides. */
export function createJudge(definitions: Definitions, seed: number): Judge {
  const side = createSide(definitions, seed);
  return ({ before, after }) => compare(side(before), side(after));
}

function compare(before: Side, after: Side): Effect {
  return {
    olderReceivers: verdict(after, before),
    olderSenders: verdict(before, after),
  };
}

interface Side {
  values: readonly unknown[];
  accepts: ValidateFunction;
}

function createSide(
  definitions: Definitions,
  seed: number,
): (schema: JsonSchema) => Side {
  const all = new Map<string, JsonSchema>(definitions);
  const valuesOf = createValues(all);
  const ajv = new Ajv2020({
    strict: false,
    ownProperties: true,
    validateFormats: false,
  });
  const $id = "urn:test:types";
  ajv.addSchema({ $id, $defs: Object.fromEntries(definitions) });
  const known = new Map<string, Side>();

  return (schema) => {
    const text = JSON.stringify(schema);
    const same = known.get(text);
    if (same) return same;
    const name = `local ${known.size}`;
    all.set(name, schema);
    // Only references are changed, so that they lead to the types above.
    const accepts = ajv.compile(absolute(schema, $id) as JsonSchema);
    const sample = fc.sample(valuesOf(name), { numRuns: runs, seed });
    const values = [...sample, ...sample.flatMap(stretched)].filter(
      (value) => accepts(value) === true,
    );
    if (values.length === 0) throw new Error(`no values of ${text}`);
    const side = { values, accepts };
    known.set(text, side);
    return side;
  };
}

function verdict(
  { values }: Side,
  { accepts }: Side,
): "compatible" | "breaking" {
  return values.every((value) => accepts(value) === true)
    ? "compatible"
    : "breaking";
}

/** Limits are met by long lists alone. */
function stretched(value: unknown): unknown[] {
  if (!Array.isArray(value) || value.length === 0) return [];
  const first: unknown = value[0];
  return [Array.from({ length: 101 }, () => first)];
}

function absolute(value: unknown, base: string): unknown {
  if (Array.isArray(value)) return value.map((one) => absolute(one, base));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [
      key,
      key === "$ref" && typeof entry === "string"
        ? `${base}${entry}`
        : absolute(entry, base),
    ]),
  );
}
