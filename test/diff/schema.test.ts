import { readFileSync, writeFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import prettier from "prettier";
import { expect, test } from "vitest";
import { deriveProtocol } from "../../src/derive/index.ts";
import { diff } from "../../src/diff/index.ts";
import { jsonSchemaDocument } from "../../src/emit/json-schema/index.ts";
import { parseSchema } from "../../src/parse/index.ts";
import { pairs } from "./revisions.ts";

const published = new URL("../../src/diff/diff.schema.json", import.meta.url);
const source = new URL("../../src/diff/change/change.ts", import.meta.url);

/** The format of a diff, read from its own types by the parser of schemas. */
async function diffSchema(): Promise<string> {
  const text = readFileSync(source, "utf8");
  const parsed = parseSchema({ path: "change.ts", text });
  expect(parsed.diagnostics).toEqual([]);
  const { protocol } = deriveProtocol(parsed.declarations, { revision: "1" });
  const { $schema, $defs } = jsonSchemaDocument(protocol, {
    flavor: "corrected",
    docs: true,
  });
  const document = {
    $schema,
    $id: "urn:mcp-gen:diff:1",
    title: "What changed between two revisions of the Model Context Protocol",
    $ref: "#/$defs/ProtocolDiff",
    $defs,
  };
  return prettier.format(JSON.stringify(document), { parser: "json" });
}

const validator = () =>
  new Ajv2020({ strict: false }).compile(
    JSON.parse(readFileSync(published, "utf8")) as object,
  );

test("diff.schema.json is that of the diff's types", async () => {
  const schema = await diffSchema();
  if (process.env["UPDATE_MODELS"] !== undefined)
    writeFileSync(published, schema);
  expect(readFileSync(published, "utf8")).toBe(schema);
});

test.each(pairs)(
  "it accepts the diff from $before.revision to $after.revision",
  ({ before, after }) => {
    const validate = validator();
    validate(diff(before, after));
    expect(validate.errors).toBeNull();
  },
);

test("it refuses what is no diff", () => {
  const [pair] = pairs;
  if (pair === undefined) throw new Error("there is no pair");
  const found = diff(pair.before, pair.after);
  const [change] = found.changes;
  const validate = validator();
  expect(validate({ ...found, formatVersion: 2 })).toBe(false);
  expect(
    validate({ ...found, changes: [{ ...change, rule: "no-rule" }] }),
  ).toBe(false);
  expect(validate({ ...found, changes: [{ ...change, kind: "gone" }] })).toBe(
    false,
  );
});
