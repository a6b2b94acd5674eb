import { readFileSync, writeFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import prettier from "prettier";
import { describe, expect, it } from "vitest";
import { deriveRevision } from "../../src/revisions/derive.ts";
import { jsonSchemaDocument } from "../../src/emit/json-schema/index.ts";
import { parseSchema, type SchemaFile } from "../../src/schema/parse/index.ts";
import { load } from "../../src/revisions/load.ts";
import { bundledRevisions } from "../../src/revisions/revisions.ts";

const published = new URL(
  "../../src/revisions/protocol.schema.json",
  import.meta.url,
);
const model = new URL("../../src/schema/model/", import.meta.url);

function read(name: string): SchemaFile {
  const path = name.replace("./", "");
  return { path, text: readFileSync(new URL(path, model), "utf8") };
}

/** The format of the model, read from its own types by the parser that it serves. */
async function protocolSchema(): Promise<string> {
  const parsed = parseSchema(read("protocol.ts"), { readSibling: read });
  expect(parsed.diagnostics).toEqual([]);
  const { protocol } = deriveRevision(parsed.declarations, { revision: "1" });
  const literals = ["ConstantValue", "LiteralType.value", "EnumMember.value"];
  const { $schema, $defs } = jsonSchemaDocument(
    { ...protocol, fractions: literals },
    { flavor: "corrected", docs: true },
  );
  const document = {
    $schema,
    $id: "urn:mcp-gen:protocol:1",
    title: "A revision of the Model Context Protocol, as mcp-gen models it",
    $ref: "#/$defs/Protocol",
    $defs,
  };
  return prettier.format(JSON.stringify(document), { parser: "json" });
}

describe("protocol.schema.json", () => {
  it("is that of the model's types", async () => {
    const schema = await protocolSchema();
    if (process.env["UPDATE_MODELS"] !== undefined)
      writeFileSync(published, schema);
    expect(readFileSync(published, "utf8")).toBe(schema);
  });

  it.each(bundledRevisions())("accepts $id", async ({ id }) => {
    const ajv = new Ajv2020({ strict: false });
    const validate = ajv.compile(JSON.parse(readFileSync(published, "utf8")));
    validate(await load(id));
    expect(validate.errors).toBeNull();
  });

  it("refuses what is no protocol", async () => {
    const ajv = new Ajv2020({ strict: false });
    const validate = ajv.compile(JSON.parse(readFileSync(published, "utf8")));
    const [newest] = bundledRevisions();
    const protocol = await load(newest?.id ?? "");
    expect(validate({ ...protocol, lifecycle: "eternal" })).toBe(false);
    expect(validate({ ...protocol, declarations: [{ kind: "class" }] })).toBe(
      false,
    );
  });
});
