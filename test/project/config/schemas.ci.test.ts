import { readFileSync, writeFileSync } from "node:fs";
import prettier from "prettier";
import { expect, test } from "vitest";
import TJS from "typescript-json-schema";
import { placeOf, publishedSchemas } from "./published.ts";

const program = TJS.getProgramFromFiles(
  publishedSchemas.map(({ source }) => source),
  {
    strict: true,
    exactOptionalPropertyTypes: true,
    allowImportingTsExtensions: true,
    noEmit: true,
    module: "NodeNext",
    moduleResolution: "NodeNext",
    skipLibCheck: true,
    target: "ES2023",
    types: ["node"],
  },
  ".",
);

/** The JSON Schema of a type, as the compiler sees it. */
async function schemaOf({
  type,
  id,
  title,
  files,
}: (typeof publishedSchemas)[number]): Promise<string> {
  const generated = TJS.generateSchema(program, type, {
    required: true,
    noExtraProps: true,
    ref: true,
    topRef: true,
    ignoreErrors: true,
  });
  const text = JSON.stringify(generated)
    .replaceAll(/#\/definitions\/(?:import\([^"]*?\)\.)?(?=\w+")/g, "#/$defs/")
    .replaceAll(/"import\(\\".*?\)\.(\w+)":/g, '"$1":')
    .replaceAll(/"type":"number","const":1/g, '"const":1')
    .replaceAll(/(?<="description":"(?:[^"\\]|\\.)*)\\n/g, " ");
  const { definitions, ...root } = JSON.parse(text) as {
    definitions: Record<string, { properties?: object }>;
    $ref?: string;
    $schema?: string;
  };
  const $defs = Object.fromEntries(
    Object.entries(definitions).map(([name, one]) => {
      if (!files.some((file) => file === name)) return [name, one];
      const properties = { $schema: { type: "string" }, ...one.properties };
      return [name, { ...one, properties }];
    }),
  );
  const document = {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    $id: id,
    title,
    $ref: root.$ref,
    $defs,
  };
  return prettier.format(JSON.stringify(document), { parser: "json" });
}

test.each(publishedSchemas)("$name is that of its type", async (one) => {
  const schema = await schemaOf(one);
  const place = placeOf(one.name);
  if (process.env["UPDATE_MODELS"] !== undefined) writeFileSync(place, schema);
  expect(readFileSync(place, "utf8")).toBe(schema);
});
