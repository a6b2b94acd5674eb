import { check } from "prettier";
import { expect, test } from "vitest";
import { readSchema } from "../../../src/schema/json-schema/index.ts";
import { printSchemaTypes } from "../../../src/emit/schema-types/index.ts";
import type {
  NormalSchema,
  SchemaDocument,
} from "../../../src/schema/model/json-schema.ts";
import { readTape, tapes } from "../../schema/corpus/tape.ts";
import { compile, folderOf, type Compiler } from "../../support/typescript.ts";
import { wildSchemas } from "../../lab/wild/wild.ts";
import { documentOf, printTypes } from "./printed.ts";
import { definitionNames, randomSchema } from "./random-schemas.ts";
import { fc, seed } from "../../support/random.ts";

const lenient = {
  exactOptionalPropertyTypes: false,
  noUncheckedIndexedAccess: false,
  noPropertyAccessFromIndexSignature: false,
};
/** A flag that it does not know. */
const older = { erasableSyntaxOnly: undefined };

const ways: [Compiler, string, Readonly<Record<string, unknown>>][] = [
  ["typescript", "strictest", {}],
  ["typescript", "lenient", lenient],
  ["typescript-6", "strictest", {}],
  ["typescript-5.9", "strictest", {}],
  ["typescript-5.5", "strictest", older],
  ["typescript-5.5", "lenient", { ...older, ...lenient }],
];

test.each(ways)(
  `types of published and random schemas, seed ${seed}, compile with %s, %s`,
  { timeout: 120_000 },
  async (compiler, _, options) => {
    const { text } = printTypes({ ...published(), ...random() });
    const folder = folderOf([{ path: "types.ts", text }]);
    expect(await compile(folder, options, compiler)).toEqual([]);
  },
);

test("ten thousand schemas take as many types", () => {
  const schemas = Array.from({ length: 10_000 }, (_, index) => {
    const Part: NormalSchema = {
      type: "object",
      properties: { c: { type: "string" } },
    };
    const root: NormalSchema = {
      type: "object",
      properties: { a: { type: "string" }, b: { $ref: "#/$defs/Part" } },
      required: ["a"],
      additionalProperties: { not: {} },
    };
    return { name: `T${index}`, document: documentOf(root, { Part }) };
  });
  const { items, unknowns } = printSchemaTypes(schemas, { docs: true });
  expect(items).toHaveLength(20_000);
  expect(unknowns).toEqual([]);
});

test("types of published and random schemas are formatted", async () => {
  const { text } = printTypes({ ...published(), ...random() });
  expect(await check(`${text}\n`, { parser: "babel-ts" })).toBe(true);
});

function published(): Record<string, SchemaDocument> {
  return Object.fromEntries(
    wildSchemas().map(({ schema }, index) => [`P${index}`, readSchema(schema)]),
  );
}

function random(): Record<string, SchemaDocument> {
  const drawn = fc.sample(tapes, { seed, numRuns: 500 });
  const documents = drawn.map((numbers, index) => {
    const tape = readTape(numbers);
    const definitions = Object.fromEntries(
      definitionNames.map((name) => [name, randomSchema(tape, 2)]),
    );
    return [`R${index}`, documentOf(randomSchema(tape), definitions)] as const;
  });
  return Object.fromEntries(documents);
}
