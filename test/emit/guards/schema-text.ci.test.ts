import { expect, it } from "vitest";
import {
  readSchema,
  SchemaError,
} from "../../../src/schema/json-schema/index.ts";
import type { NamedSchema } from "../../../src/schema/model/json-schema.ts";
import { unformatted } from "../formatted.ts";
import {
  suiteDialects,
  suiteGroups,
  type SuiteDialect,
} from "../../schema/json-schema-suite/suite.ts";
import { compile, folderOf } from "../../support/typescript.ts";
import { wildSchemas } from "../../lab/wild/wild.ts";
import { randomDocuments } from "./random-schemas.ts";
import { schemaGuardsText } from "./schemas.ts";
import { fc, isWhole, seed } from "../../support/random.ts";

/** What one part says of a value makes another part's condition senseless to TypeScript. */
const contradictory: readonly object[] = [
  { enum: ["q", true, null], anyOf: [{ const: "p" }, { enum: ["p", "q"] }] },
  { const: 1, oneOf: [{ const: "p" }, { type: "integer" }] },
  { allOf: [{ type: "null" }], minItems: 2, maxItems: 2 },
  {
    propertyNames: { enum: ["a", "b"] },
    properties: { a: {}, x: {} },
    additionalProperties: { type: "string" },
  },
  {
    unevaluatedItems: false,
    dependentSchemas: { a: { prefixItems: [{}, {}] } },
  },
];

/** Schemas of every kind: of published servers, of the official suite, and random ones. */
function schemas(): NamedSchema[] {
  const dialects = Object.keys(suiteDialects) as SuiteDialect[];
  const all = [
    ...contradictory,
    ...wildSchemas().map(({ schema }) => schema),
    ...dialects.flatMap((one) => suiteGroups(one).map(({ schema }) => schema)),
    ...fc.sample(randomDocuments, { seed, numRuns: 60 }),
  ];
  // All of them take seconds: `npm test` takes each in its turn.
  const every = isWhole ? 1 : 12;
  const taken = all.filter((_, index) => (index + seed) % every === 0);
  return taken.flatMap((schema, index) => {
    const document = read(schema);
    return document === undefined ? [] : [{ name: `Schema${index}`, document }];
  });
}

function read(schema: unknown) {
  try {
    return readSchema(schema);
  } catch (error) {
    if (error instanceof SchemaError) return undefined;
    throw error;
  }
}

it("guards of schemas compile under the strictest flags, and are formatted", async () => {
  const text = schemaGuardsText(schemas(), "ts");
  const file = { path: "guards.ts", text };
  expect(await compile(folderOf([file]))).toEqual([]);
  expect(await unformatted([file], "babel-ts")).toEqual([]);
});
