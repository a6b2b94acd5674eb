import { readFileSync, writeFileSync } from "node:fs";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import prettier from "prettier";
import { expect } from "vitest";
import { deriveRevision } from "../../../src/revisions/derive.ts";
import { jsonSchemaDocument } from "../../../src/emit/json-schema/index.ts";
import { parseSchema } from "../../../src/schema/parse/index.ts";

/** A format that is published as a JSON Schema, and the types that it is read from. */
export interface PublishedFormat {
  readonly published: URL;
  readonly source: URL;
  readonly id: string;
  readonly title: string;
  /** The type of a whole document. */
  readonly root: string;
}

/** Holds a published schema against its types, or writes it anew with UPDATE_MODELS. */
export async function expectPublished(format: PublishedFormat): Promise<void> {
  const schema = await schemaOf(format);
  if (process.env["UPDATE_MODELS"] !== undefined)
    writeFileSync(format.published, schema);
  expect(readFileSync(format.published, "utf8")).toBe(schema);
}

/** What judges documents by a published schema. */
export function validatorOf({ published }: PublishedFormat): ValidateFunction {
  return new Ajv2020({ strict: false }).compile(
    JSON.parse(readFileSync(published, "utf8")) as object,
  );
}

/** The format, read from its own types by the parser of schemas. */
async function schemaOf(format: PublishedFormat): Promise<string> {
  const text = readFileSync(format.source, "utf8");
  const parsed = parseSchema({ path: "change.ts", text });
  expect(parsed.diagnostics).toEqual([]);
  const { protocol } = deriveRevision(parsed.declarations, { revision: "1" });
  const { $schema, $defs } = jsonSchemaDocument(protocol, {
    flavor: "corrected",
    docs: true,
  });
  const document = {
    $schema,
    $id: format.id,
    title: format.title,
    $ref: `#/$defs/${format.root}`,
    $defs,
  };
  return prettier.format(JSON.stringify(document), { parser: "json" });
}
