import { readFileSync, writeFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import prettier from "prettier";
import { expect, test } from "vitest";
import { deriveRevision } from "../../src/revisions/derive.ts";
import { jsonSchemaDocument } from "../../src/emit/json-schema/index.ts";
import { parseSchema } from "../../src/schema/parse/index.ts";
import { knownFacts } from "../../src/revisions/overrides/index.ts";
import { checkFactTables } from "../../src/schema/overrides/overrides-file.ts";

const published = new URL(
  "../../src/revisions/facts.schema.json",
  import.meta.url,
);
const source = new URL("../../src/schema/overrides/tables.ts", import.meta.url);

interface Definition {
  required?: string[];
  properties: Record<string, object>;
}

/** The format of a file of facts, read from its own types by the parser of schemas. */
async function factsSchema(): Promise<string> {
  const text = readFileSync(source, "utf8");
  const parsed = parseSchema({ path: "tables.ts", text });
  expect(parsed.diagnostics).toEqual([]);
  const { protocol } = deriveRevision(parsed.declarations, { revision: "1" });
  const { $schema, $defs } = jsonSchemaDocument(protocol, {
    flavor: "corrected",
    docs: true,
  });
  const definitions = Object.entries($defs as Record<string, Definition>);
  const closed = definitions.map(([name, definition]) => {
    const { required, ...others } = definition;
    if (name !== "FactTables")
      return [name, { ...definition, additionalProperties: false }];
    const properties = { $schema: { type: "string" }, ...others.properties };
    return [name, { ...others, properties, additionalProperties: false }];
  });
  const document = {
    $schema,
    $id: "urn:mcp-gen:facts:1",
    title: "What is true of a revision, and does not stand in its schema",
    $ref: "#/$defs/FactTables",
    $defs: Object.fromEntries(closed) as object,
  };
  return prettier.format(JSON.stringify(document), { parser: "json" });
}

const validator = () =>
  new Ajv2020({ strict: false }).compile(
    JSON.parse(readFileSync(published, "utf8")) as object,
  );

test("facts.schema.json is that of the types of facts", async () => {
  const schema = await factsSchema();
  if (process.env["UPDATE_MODELS"] !== undefined)
    writeFileSync(published, schema);
  expect(readFileSync(published, "utf8")).toBe(schema);
});

const capability = {
  method: "echo",
  side: "server",
  path: "echo",
  reason: "",
  page: "",
};
const fraction = { at: "Echo.loudness", reason: "", page: "" };

/** What the generator knows, as a file can say it: it is not for published schemas alone. */
const factsOfUsers = {
  ...knownFacts,
  features: knownFacts.features.map(({ published: _, ...fact }) => fact),
};

test.each<[string, unknown, boolean]>([
  ["the known facts", factsOfUsers, true],
  ["no fact", {}, true],
  ["a $schema", { $schema: "facts.schema.json" }, true],
  ["a capability", { capabilities: [capability] }, true],
  ["a range", { fractions: [{ ...fraction, since: "a", until: "b" }] }, true],
  ["a list", [], false],
  ["a $schema that is no text", { $schema: 1 }, false],
  ["an unknown table", { capability: [] }, false],
  ["a table that is none", { capabilities: {} }, false],
  ["a fact that is none", { capabilities: ["echo"] }, false],
  ["another side", { capabilities: [{ ...capability, side: "peer" }] }, false],
  ["no reason", { fractions: [{ at: "Echo", page: "" }] }, false],
  ["an unknown field", { fractions: [{ ...fraction, until_: "b" }] }, false],
  [
    "a code that is a text",
    { errors: [{ name: "A", code: "1", reason: "", page: "" }] },
    false,
  ],
  [
    "a code with a fraction",
    { errors: [{ name: "A", code: 1.5, reason: "", page: "" }] },
    false,
  ],
])("the schema and the reader agree on %s", (_, value, fits) => {
  const read = (): unknown => checkFactTables(value, "facts.json");
  expect(validator()(value)).toBe(fits);
  if (fits) expect(read()).toBeDefined();
  else expect(read).toThrow("facts.json: ");
});
