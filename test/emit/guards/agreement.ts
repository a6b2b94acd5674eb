import { Ajv2020 } from "ajv/dist/2020.js";
import type { JsonSchema } from "../../../src/emit/json-schema/index.ts";
import type { Protocol } from "../../../src/schema/model/index.ts";
import {
  guardedSchemas,
  emitGuards,
  loadGuards,
  type Guard,
} from "./emitted.ts";
import { freeze } from "./freeze.ts";
import { mutate, mutations, surprises, type Mutation } from "./mutations.ts";
import { placeExists } from "./place.ts";
import { createValues } from "./values.ts";
import { fc } from "../../support/random.ts";

/** Whether a value is valid; `undefined` where the validator itself fails. */
type Verdict = (value: unknown) => boolean | undefined;

/** A type with everything that judges values of it. */
export interface Judged {
  readonly name: string;
  readonly guard: Guard;
  readonly ajv: Verdict;
  /** Values that are often valid. */
  readonly values: fc.Arbitrary<unknown>;
  readonly schema: JsonSchema;
}

/** How many values of a type were valid, and how many were not. */
export interface Verdicts {
  valid: number;
  invalid: number;
}

/** Every guarded type of a protocol. */
export async function judgedTypes(protocol: Protocol): Promise<Judged[]> {
  const emitted = emitGuards(protocol);
  const guards = await loadGuards(emitted.text);
  const schemas = guardedSchemas(protocol);
  const valuesOf = createValues(schemas);
  const validatorOf = createValidators(emitted.schema, schemas);
  return [...guards].map(([name, guard]) => ({
    name,
    guard,
    ajv: validatorOf(name),
    values: valuesOf(name),
    schema: schemas.get(name) ?? {},
  }));
}

/**
 * ajv sees own keys only, as JSON has no others. It is as strict as schemas allow
 * that have optional elements in tuples and limits beside a reference; and it looks
 * for all errors only where a required key is named "", which it misses otherwise: of
 * types that refer to one another from several members, it keeps exponentially many.
 */
function createValidators(
  text: string,
  schemas: ReadonlyMap<string, JsonSchema>,
): (name: string) => Verdict {
  const document = JSON.parse(text, showProto) as {
    $id: string;
    $defs: object;
  };
  const inline = [...schemas].filter(
    ([name]) => !Object.hasOwn(document.$defs, name),
  );
  const $defs = { ...document.$defs, ...Object.fromEntries(inline) };
  const ajv = new Ajv2020({
    strict: true,
    strictTuples: false,
    strictTypes: false,
    allowMatchingProperties: true,
    allErrors: hasEmptyName(text),
    ownProperties: true,
    validateFormats: false,
  });
  ajv.addSchema({ ...document, $defs });
  return (name) => {
    const address = `${document.$id}#/$defs/${encodeURIComponent(name)}`;
    const validate = ajv.getSchema(address);
    if (validate === undefined) throw new Error(`the schema has no ${name}`);
    return (value) => verdict(() => validate(value) === true);
  };
}

function hasEmptyName(schema: string): boolean {
  return /"required":\s*\[[^\]]*""[^\]]*\]/u.test(schema);
}

/** Where ajv compares items, it calls the `toString` that an item has of its own. */
function verdict(validate: () => boolean): boolean | undefined {
  try {
    return validate();
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

/** ajv overlooks a property named `__proto__`, but not a pattern that matches it. */
function showProto(_: string, value: unknown): unknown {
  const { properties } = (value ?? {}) as JsonSchema;
  if (typeof properties !== "object" || !Object.hasOwn(properties, "__proto__"))
    return value;
  const patternProperties = { "^__proto__$": properties["__proto__"] };
  return { ...(value as JsonSchema), patternProperties };
}

/** Changes made to one value, one after the other: each result is judged. */
const changes = 7;

/**
 * Judges at least so many values of a type, valid and mutated ones. Throws the
 * smallest value that the guard and ajv disagree on.
 */
export function compare(
  type: Judged,
  values: number,
  seed: number,
  changed: fc.Arbitrary<Mutation> = mutations,
): Verdicts {
  const verdicts: Verdicts = { valid: 0, invalid: 0 };
  for (const value of surprises) judge(type, value, verdicts);
  const sequence = fc.array(changed, {
    minLength: changes,
    maxLength: changes,
  });
  const property = fc.property(type.values, sequence, (value, mutations) => {
    judge(type, value, verdicts);
    let changed = value;
    for (const [index, mutation] of mutations.entries()) {
      // Every third change starts again, lest all values end up invalid.
      const next = mutate(index % 3 === 0 ? value : changed, mutation);
      changed = next === undefined ? value : next;
      judge(type, changed, verdicts);
    }
  });
  const numRuns = Math.ceil(values / (changes + 1));
  fc.assert(property, { seed, numRuns });
  return verdicts;
}

/** Throws unless ajv, guard and validator agree, on a value that nobody can change. */
function judge(
  { name, guard, ajv }: Judged,
  value: unknown,
  verdicts: Verdicts,
): void {
  freeze(value);
  const expected = ajv(value);
  if (expected === undefined) return;
  const issue = guard.validate(value);
  const agree =
    guard.is(value) === expected && (issue === undefined) === expected;
  if (!agree)
    throw new Error(
      `${name}: ajv ${expected ? "accepts" : "refuses"} ${JSON.stringify(value)}, ${JSON.stringify(issue)}`,
    );
  if (issue !== undefined && !placeExists(value, issue.path))
    throw new Error(
      `${name}: no ${JSON.stringify(issue.path)} in ${JSON.stringify(value)}`,
    );
  if (expected) verdicts.valid++;
  else verdicts.invalid++;
}
