import { Ajv } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect } from "vitest";
import {
  accepts,
  readSchema,
  SchemaError,
} from "../../../src/schema/json-schema/index.ts";
import type { SchemaDocument } from "../../../src/schema/model/json-schema.ts";
import { exampleOf } from "../../../src/schema/json-schema/values/example-of.ts";
import { wildSchemas } from "../../lab/wild/wild.ts";
import { mutate, mutations, surprises } from "./mutations.ts";
import { placeExists } from "./place.ts";
import { randomDocuments, smallValues } from "./random-schemas.ts";
import { loadSchemaGuards } from "./schemas.ts";
import { fc, seed } from "../../support/random.ts";

/** How many values are judged of each random schema. */
const values = 40;

/** Throws unless guards, ajv and `accepts` agree on values of so many random schemas. */
export async function agreeOnRandom(schemas: number): Promise<void> {
  const all = fc.sample(randomDocuments, { seed, numRuns: schemas });
  const read = all.flatMap((schema, index) => {
    const document = documentOf(schema);
    return document === undefined
      ? []
      : [{ name: `Schema${index}`, schema, document }];
  });
  const guards = await loadSchemaGuards(read);
  const tried = fc.sample(smallValues, { seed, numRuns: values });
  const verdicts = { valid: 0, invalid: 0 };
  for (const { name, schema, document } of read) {
    const judge = isSureOf(schema)
      ? ajvOf(counted(schema))
      : (value: unknown) => accepts(document, value);
    const guard = guards.get(name);
    for (const value of tried) {
      const expected = judge(value);
      if (expected === undefined) continue;
      const issue = guard?.validate(value);
      const found = {
        guard: guard?.is(value),
        validate: issue === undefined,
        accepts: accepts(document, value),
      };
      const agree = Object.values(found).every((one) => one === expected);
      const exists = issue === undefined || placeExists(value, issue.path);
      if (!agree || !exists)
        expect.unreachable(
          `ajv says ${expected}: ${JSON.stringify({ schema, value, found, issue, seed })}`,
        );
      verdicts[expected ? "valid" : "invalid"]++;
    }
  }
  const enough = (read.length * values) / 100;
  expect(verdicts.valid).toBeGreaterThan(enough);
  expect(verdicts.invalid).toBeGreaterThan(enough);
}

/**
 * ajv takes what any `contains`, some `items` and a `then` without an `if` speak of for
 * spoken of, and finds in an empty list what it contains where there are `prefixItems`: it
 * is not asked then.
 */
function isSureOf(schema: object): boolean {
  const text = JSON.stringify(schema);
  if (text.includes('"unevaluated')) return false;
  return !(text.includes('"contains"') && text.includes('"prefixItems"'));
}

/** Undefined for what leads back to itself and never ends: ajv would overflow the stack. */
function documentOf(schema: object): SchemaDocument | undefined {
  try {
    return readSchema(schema);
  } catch (error) {
    if (error instanceof SchemaError && error.code === "endless-reference")
      return undefined;
    throw error;
  }
}

/** Where ajv compares values, it calls the `toString` that a value has of its own. */
function ajvOf(schema: object): (value: unknown) => boolean | undefined {
  const options = {
    strict: false,
    // JSON has no infinities, which a number of ajv that is not strict may be.
    strictNumbers: true,
    ownProperties: true,
    validateFormats: false,
  };
  const { $schema = "" } = schema as { $schema?: string };
  const ajv = $schema.includes("draft-07")
    ? new Ajv(options)
    : new Ajv2020(options);
  const validate = ajv.compile(schema);
  return (value) => {
    try {
      return validate(value) === true;
    } catch (error) {
      if (error instanceof TypeError) return undefined;
      throw error;
    }
  };
}

/**
 * A random schema, whose `contains` have a `maxContains` that no list reaches. Where ajv
 * only looks for one item, in the values of an object, it takes what it found in the value
 * before for found in an empty list.
 */
function counted(schema: object): object {
  return JSON.parse(JSON.stringify(schema), (_, part: unknown) =>
    typeof part === "object" && part !== null && Object.hasOwn(part, "contains")
      ? { maxContains: Number.MAX_SAFE_INTEGER, ...part }
      : part,
  ) as object;
}

/**
 * Throws unless guards agree with ajv on every so manieth schema of published servers: on
 * values that fit, and on what is left of these after a change.
 */
export async function agreeOnPublished(every: number): Promise<void> {
  const published = wildSchemas()
    .filter((_, index) => (index + seed) % every === 0)
    .map(({ name, schema }, index) => ({
      name: `Schema${index}`,
      title: name,
      schema,
      document: readSchema(schema),
    }));
  const guards = await loadSchemaGuards(published);
  const verdicts = { valid: 0, invalid: 0 };
  const changes = fc.sample(mutations, { seed, numRuns: 8 });
  for (const { name, title, schema, document } of published) {
    const judge = ajvOf(schema);
    const guard = guards.get(name);
    for (const start of [seed, seed + 1]) {
      const value = exampleOf(document, start);
      const changed = changes.map((change) => mutate(value, change));
      for (const one of [value, ...changed, ...surprises]) {
        if (one === undefined) continue;
        const expected = judge(one);
        const found = [guard?.is(one), guard?.validate(one) === undefined];
        // What a guard does not check makes it accept more, and never less.
        const mayAccept = document.unchecked.length > 0 && found[0] === true;
        if (found[0] !== found[1] || (found[0] !== expected && !mayAccept))
          expect.unreachable(
            `${title}: ajv says ${expected} of ${JSON.stringify(one)}, seed ${seed}`,
          );
        verdicts[expected === true ? "valid" : "invalid"]++;
      }
    }
  }
  expect(verdicts.valid).toBeGreaterThan(published.length);
  expect(verdicts.invalid).toBeGreaterThan(published.length);
}
