import { readFileSync, writeFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import prettier from "prettier";
import { describe, expect, test } from "vitest";
import { deriveRevision } from "../../src/revisions/derive.ts";
import { jsonSchemaDocument } from "../../src/emit/json-schema/index.ts";
import { parseSchema, type SchemaFile } from "../../src/schema/parse/index.ts";
import {
  checkExtensionFacts,
  checkExtensionModel,
} from "../../src/revisions/extension-file.ts";
import {
  bundledExtensions,
  loadBundledExtension,
} from "../../src/revisions/extensions.ts";

const spec = new URL("../../src/revisions/", import.meta.url);
const model = new URL("../../src/schema/model/", import.meta.url);

function read(name: string): SchemaFile {
  const path = name.replace("./", "");
  return { path, text: readFileSync(new URL(path, model), "utf8") };
}

type Definitions = Record<string, { properties?: Record<string, object> }>;

/** The definitions of the model's types, read by the parser that the model is of. */
function definitions(): { $schema: unknown; $defs: Definitions } {
  const parsed = parseSchema(read("extension.ts"), { readSibling: read });
  expect(parsed.diagnostics).toEqual([]);
  const { protocol } = deriveRevision(parsed.declarations, { revision: "1" });
  const literals = ["ConstantValue", "LiteralType.value", "EnumMember.value"];
  const { $schema, $defs } = jsonSchemaDocument(
    { ...protocol, fractions: literals },
    { flavor: "corrected", docs: true },
  );
  return { $schema, $defs: closed($defs as Definitions) };
}

/** A slip in a name is a mistake; editors go by `$schema`. */
function closed(definitions: Definitions): Definitions {
  const files = ["ExtensionModel", "ExtensionFacts"];
  return Object.fromEntries(
    Object.entries(definitions).map(([name, definition]) => {
      if (definition.properties === undefined) return [name, definition];
      const properties = files.includes(name)
        ? { $schema: { type: "string" }, ...definition.properties }
        : definition.properties;
      return [name, { ...definition, properties, additionalProperties: false }];
    }),
  );
}

/** The definitions that one leads to, itself among them. */
function reachable(definitions: Definitions, from: string): Definitions {
  const names = new Set([from]);
  for (const name of names)
    for (const [, found] of JSON.stringify(definitions[name]).matchAll(
      /"#\/\$defs\/([^"]+)"/g,
    ))
      names.add(decodeURIComponent(found ?? ""));
  return Object.fromEntries(
    Object.entries(definitions).filter(([name]) => names.has(name)),
  );
}

async function published(type: string): Promise<string> {
  const { $schema, $defs } = definitions();
  const titles: Record<string, [string, string]> = {
    ExtensionModel: ["extension", "An extension, as mcp-gen models it"],
    ExtensionFacts: [
      "extension-facts",
      "What is true of an extension, and does not stand in its schema",
    ],
  };
  const [id, title] = titles[type] ?? [];
  const document = {
    $schema,
    $id: `urn:mcp-gen:${id}:1`,
    title,
    $ref: `#/$defs/${type}`,
    $defs: reachable($defs, type),
  };
  return prettier.format(JSON.stringify(document), { parser: "json" });
}

const files = [
  ["ExtensionModel", "extension.schema.json"],
  ["ExtensionFacts", "extension-facts.schema.json"],
] as const;

test.each(files)("%s is what %s describes", async (type, file) => {
  const schema = await published(type);
  const place = new URL(file, spec);
  if (process.env["UPDATE_MODELS"] !== undefined) writeFileSync(place, schema);
  expect(readFileSync(place, "utf8")).toBe(schema);
});

function validator(file: string): (value: unknown) => boolean {
  const text = readFileSync(new URL(file, spec), "utf8");
  const ajv = new Ajv2020({ strict: false });
  return ajv.compile(JSON.parse(text) as object);
}

const [bundled] = bundledExtensions();
if (bundled === undefined) throw new Error("no extension is bundled");

describe("facts of an extension", () => {
  test.each<[string, unknown, boolean]>([
    ["nothing", {}, true],
    ["a $schema", { $schema: "extension-facts.schema.json" }, true],
    ["a method", { methods: { "a/b": { direction: "both" } } }, true],
    ["an unknown table", { method: {} }, false],
    ["another direction", { methods: { "a/b": { direction: "up" } } }, false],
    ["an unknown field", { methods: { "a/b": { gate: true } } }, false],
    ["a gate that is no boolean", { methods: { a: { gated: "yes" } } }, false],
    [
      "a result without a condition",
      { results: { a: [{ name: "A" }] } },
      false,
    ],
    ["a list", [], false],
  ])("%s", (_, value, fits) => {
    const read = (): unknown => checkExtensionFacts(value, "facts.json");
    expect(validator("extension-facts.schema.json")(value)).toBe(fits);
    if (fits) expect(read()).toBeDefined();
    else expect(read).toThrow("facts.json is not facts of an extension: ");
  });

  test.each([
    ["../elsewhere", "define", "behaviour.module"],
    ["rooms", "define, other()", "behaviour.name"],
  ])("a behaviour of %s %s is refused", (module, name, problem) => {
    const behaviour = { module, name };
    const model = loadBundledExtension(bundled);
    expect(() => checkExtensionFacts({ behaviour }, "f.json")).toThrow(problem);
    expect(() =>
      checkExtensionModel({ ...model, facts: { behaviour } }, "m.json"),
    ).toThrow(problem);
  });

  test("a slip is told by its name", () => {
    const read = (): unknown =>
      checkExtensionFacts({ methods: { "a/b": { gate: true } } }, "f.json");
    expect(read).toThrow(
      'f.json is not facts of an extension: /methods/"a/b" must NOT have additional properties: "gate"',
    );
  });
});

describe("a model of an extension", () => {
  const good = loadBundledExtension(bundled);

  test("that is bundled has the format", () => {
    expect(validator("extension.schema.json")(good)).toBe(true);
    expect(checkExtensionModel(good, "tasks.json")).toBe(good);
  });

  test.each<[string, object, string]>([
    ["no name", { ...good, extension: undefined }, "extension"],
    ["a field too many", { ...good, requests: [] }, '"requests"'],
    [
      "a name that nothing has",
      { ...good, imports: [] },
      '"Result" is not declared',
    ],
    [
      "a name that is none",
      { ...good, imports: [...good.imports, { name: "a-b" }] },
      '"a-b" is not an identifier',
    ],
    [
      "a name twice",
      { ...good, imports: [...good.imports, { name: "Task" }] },
      '"Task" is declared twice',
    ],
    [
      "a pattern that does not compile",
      {
        ...good,
        declarations: [
          ...good.declarations,
          {
            ...{ kind: "alias", name: "Text", constraints: { pattern: "(" } },
            type: { kind: "keyword", name: "string" },
          },
        ],
      },
      "is not a regular expression",
    ],
  ])("%s is refused", (_, value, problem) => {
    const plain = JSON.parse(JSON.stringify(value)) as unknown;
    expect(() => checkExtensionModel(plain, "m.json")).toThrow(problem);
  });

  test("a revision is told as such", () => {
    expect(() =>
      checkExtensionModel({ formatVersion: 1, requests: [] }, "m.json"),
    ).toThrow("m.json is a revision of the protocol, and not an extension");
  });
});
