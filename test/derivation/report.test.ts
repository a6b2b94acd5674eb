import { readFileSync, writeFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import prettier from "prettier";
import { describe, expect, test } from "vitest";
import { readCounted } from "../../src/derivation/counted.ts";
import { unplacedFolders } from "../../src/derivation/hand-written.ts";
import type { FactKind } from "../../src/derivation/report.ts";
import { deriveProtocol } from "../../src/derive/index.ts";
import { jsonSchemaDocument } from "../../src/emit/json-schema/index.ts";
import { report, type DerivationReport } from "../../src/index.ts";
import { parseSchema } from "../../src/parse/index.ts";
import { mcpGen, schema } from "../cli/command-line.ts";
import { temporaryFolder, writeTree } from "../output/folder.ts";

const published = new URL(
  "../../src/derivation/report.schema.json",
  import.meta.url,
);
const types = new URL("../../src/derivation/report.ts", import.meta.url);

const newest = await report({
  revisions: ["2026-07-28"],
  extensions: [{ extension: "tasks" }],
});
const small = await report({ schemas: [{ text: schema, revision: "next" }] });

const fact = { reason: "The echo's page says so.", page: "echo" };
/** One that nobody sends any more, whose result may be a number, with facts of its own. */
const told = await report({
  schemas: [
    {
      text: schema
        .replace(" = EchoRequest;", " = never;")
        .replace(
          "text: string;\n}\nexport interface Hurry",
          "text: string | number | boolean;\n}\nexport interface Hurry",
        ),
      revision: "next",
    },
  ],
  facts: {
    capabilities: [
      { ...fact, method: "echo", side: "server", path: "echo.first" },
      { ...fact, method: "echo", side: "server", path: "echo.last" },
    ],
    fractions: [{ ...fact, at: "EchoResult.text" }],
  },
});

function layer(
  { derived }: DerivationReport,
  wanted: string,
): DerivationReport["derived"][number] {
  const found = derived.find(({ name }) => name === wanted);
  if (found === undefined) throw new Error(`no layer ${wanted}`);
  return found;
}

function factsOf(
  { facts }: DerivationReport,
  wanted: FactKind,
): DerivationReport["facts"][number]["facts"] {
  return facts.find(({ kind }) => kind === wanted)?.facts ?? [];
}

describe("a derived layer", () => {
  test("of types follows from the schema alone", () => {
    expect(layer(newest, "types")).toMatchObject({
      origin: "derived",
      linesByFacts: 0,
      linesByNames: 0,
      facts: [],
    });
    expect(layer(newest, "types").lines.code).toBeGreaterThan(500);
  });

  test("has the kinds of facts without which its code is another", () => {
    expect(layer(newest, "guards").facts).toEqual(["fractions"]);
    expect(layer(newest, "dispatch").facts).toEqual([
      "capabilities",
      "features",
      "codes",
      "names",
      "conventions",
    ]);
    expect(layer(newest, "registry").facts).toEqual(["conventions"]);
    expect(layer(newest, "extensions").facts).toEqual(["extensions"]);
    expect(layer(newest, "stubs").linesByFacts).toBeGreaterThan(10);
  });

  test("of a schema that facts say nothing of follows from it, but for names", () => {
    const kinds = new Set(small.derived.flatMap(({ facts }) => facts));
    // The codes and features of the newest revision hold for what comes after it.
    expect([...kinds].sort()).toEqual(["codes", "conventions", "features"]);
    expect(layer(small, "guards").origin).toBe("derived-with-facts");
    expect(layer(small, "json-schema").origin).toBe("derived");
  });
});

describe("facts", () => {
  test("are those that the revision needs, each with its page", () => {
    expect(factsOf(newest, "capabilities")).toContainEqual({
      about: "tools/call",
      says: "needs `tools` of the server",
      reason: "The page requires the capability of whoever uses the method.",
      page: "server/tools",
      address:
        "https://modelcontextprotocol.io/specification/2026-07-28/server/tools",
    });
    // What an earlier revision needs, or a method that this one has not.
    const known = factsOf(newest, "capabilities").map(({ about }) => about);
    expect(known).not.toContain("logging/setLevel");
    expect(factsOf(newest, "inputs")).toEqual([]);
    expect(
      newest.facts.flatMap(({ facts }) =>
        facts.filter(({ page, address }) => page === "" || address === ""),
      ),
    ).toEqual([]);
  });

  test("of names say where the generator knows them", () => {
    expect(factsOf(newest, "conventions")).toContainEqual(
      expect.objectContaining({
        about: "Implementation",
        says: "is known by its name in `src/emit/stubs`",
      }),
    );
    expect(factsOf(small, "conventions")).toContainEqual(
      expect.objectContaining({
        about: "echo",
        says: "is answered by `EchoResult`",
      }),
    );
  });

  test("that are added are needed where they change something", () => {
    expect(factsOf(told, "capabilities")).toEqual([
      {
        about: "echo",
        says: "needs `echo.last` of the server",
        reason: "The echo's page says so.",
        page: "echo",
        address: "https://modelcontextprotocol.io/specification/draft/echo",
        isAdded: true,
      },
    ]);
    expect(layer(told, "dispatch").facts).toContain("capabilities");
    expect(layer(told, "json-schema").facts).toEqual(["fractions"]);
  });
});

describe("hand-written layers", () => {
  test("are all that was counted", () => {
    expect(unplacedFolders(readCounted())).toEqual([]);
    const runtime = readCounted().folders.filter(({ path }) =>
      /^(src\/runtime|templates)(\/|$)/.test(path),
    );
    const sum = (all: readonly number[]): number =>
      all.reduce((total, one) => total + one, 0);
    expect(sum(newest.handWritten.map(({ lines }) => lines.code))).toBe(
      sum(runtime.map(({ code }) => code)),
    );
    const { handWritten, handWrittenForOthers } = newest.totals;
    expect(handWritten + handWrittenForOthers).toBe(
      sum(runtime.map(({ code }) => code)),
    );
  });

  test("are needed where the revision has what they are for", async () => {
    const idle = ({ handWritten }: DerivationReport): string[] =>
      handWritten.filter(({ isNeeded }) => !isNeeded).map(({ name }) => name);
    expect(idle(newest)).toContain("server/handshake");
    expect(idle(newest)).not.toContain("tasks");
    expect(idle(newest)).not.toContain("extension");
    expect(idle(small)).toEqual(
      expect.arrayContaining(["server/input", "tasks", "extension"]),
    );
  });

  test("know some methods by name, and no invented one", () => {
    const unknown = ({ methods }: DerivationReport): string[] =>
      methods
        .filter(({ knownBy }) => knownBy.length === 0)
        .map(({ method }) => method);
    expect(unknown(small)).toEqual(["echo", "notifications/hurry"]);
    expect(unknown(newest)).not.toContain("tools/call");
    expect(unknown(newest)).not.toContain("tasks/update");
  });
});

describe("the published JSON Schema", () => {
  test("is at odds with the schema.ts where an erratum says so", () => {
    const found = newest.disagreements.find(
      ({ name }) => name === "null-in-json",
    );
    expect(found).toMatchObject({
      count: 1,
      page: "schema",
      places: [
        {
          published: '["string","integer","boolean"]',
          schema: '["string","number","boolean","null"]',
        },
      ],
    });
  });

  test("is explained by errata but where facts were added", () => {
    const names = ({ disagreements }: DerivationReport): string[] =>
      disagreements.map(({ name }) => name);
    expect(names(newest)).not.toContain("unexplained");
    expect(names(small)).not.toContain("unexplained");
    expect(told.disagreements.at(-1)).toMatchObject({
      name: "unexplained",
      places: [{ pointer: "/$defs/EchoResult/properties/text/type" }],
    });
  });
});

test("what is doubtful in a schema is told", () => {
  expect(small.doubts.map(({ code }) => code)).toEqual(["facts-inherited"]);
  expect(told.doubts.map(({ code }) => code)).toEqual([
    "method-without-union",
    "facts-inherited",
  ]);
});

describe("report.schema.json", () => {
  const validate = new Ajv2020({ strict: false }).compile(
    JSON.parse(readFileSync(published, "utf8")) as object,
  );

  test("is that of the report's types", async () => {
    const text = await reportSchema();
    if (process.env["UPDATE_MODELS"] !== undefined)
      writeFileSync(published, text);
    expect(readFileSync(published, "utf8")).toBe(text);
  });

  test("accepts a report, and not another", () => {
    for (const found of [newest, small]) {
      validate(found);
      expect(validate.errors).toBeNull();
    }
    expect(validate({ ...newest, derived: [{ name: "types" }] })).toBe(false);
    expect(validate({ ...newest, formatVersion: 2 })).toBe(false);
  });
});

async function reportSchema(): Promise<string> {
  const text = readFileSync(types, "utf8");
  const parsed = parseSchema({ path: "report.ts", text });
  expect(parsed.diagnostics).toEqual([]);
  const { protocol } = deriveProtocol(parsed.declarations, { revision: "1" });
  const { $schema, $defs } = jsonSchemaDocument(protocol, {
    flavor: "corrected",
    docs: true,
  });
  const document = {
    $schema,
    $id: "urn:mcp-gen:report:1",
    title: "Where the code of an SDK for one revision comes from",
    $ref: "#/$defs/DerivationReport",
    $defs,
  };
  return prettier.format(JSON.stringify(document), { parser: "json" });
}

describe("the command", () => {
  test("prints what the library finds, as JSON", async () => {
    const { code, stdout } = await mcpGen(
      ["report", "next", "--schema", "-", "--format", "json"],
      { cwd: "/", stdin: schema },
    );
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual({
      ...small,
      sha256: (JSON.parse(stdout) as DerivationReport).sha256,
    });
  });

  test("prints Markdown, in which hostile names are text", async () => {
    const cwd = temporaryFolder();
    const hostile = schema.replace('"echo"', '"echo|`x`\\n<b>"');
    writeTree(cwd, { "schema.ts": hostile });
    const { code, stdout } = await mcpGen(
      ["report", "next", "--schema", "schema.ts"],
      { cwd },
    );
    expect(code).toBe(0);
    expect(stdout).toContain("# Where an SDK for next comes from");
    expect(stdout).toContain("- `` echo\\|`x`\\u000a<b> ``, a request\n");
    const rows = stdout.split("\n").filter((line) => line.startsWith("|"));
    expect(rows.filter((line) => !line.endsWith(" |"))).toEqual([]);
  });

  test.each([
    [["report", "2025-11-52"], "unknown-revision"],
    [["report", "all"], "invalid-option"],
    [["report", "next", "--schema", "gone.ts"], "unreadable"],
  ])("%j: error %s", async (args, said) => {
    const { code, stdout, stderr } = await mcpGen([...args], {
      cwd: temporaryFolder(),
    });
    expect(code).toBe(2);
    expect(stdout).toBe("");
    expect(stderr).toContain(`error ${said}: `);
  });
});
