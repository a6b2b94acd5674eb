import { spawnSync } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, relative } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { generate, parse } from "../../src/index.ts";
import type { Protocol } from "../../src/schema/model/index.ts";
import type { FactTables } from "../../src/revisions/overrides/index.ts";
import { mcpGen } from "../cli/command-line.ts";
import { allowInvalid } from "../support/wire-check.ts";
import { vendorSchema } from "./vendor-schema.ts";
import { writeExample } from "./write.ts";

const root = join(import.meta.dirname, "../..");
const page = read("docs/guides/own-schemas.md");
const facts = JSON.parse(block("schema/facts.json")) as Partial<FactTables>;
let folder: string;

// Within the repository, because what is generated imports the sources.
beforeAll(() => {
  folder = mkdtempSync(join(root, ".example-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function read(file: string): string {
  return readFileSync(join(root, file), "utf8");
}

/** The block that the page calls by the name of a file. */
function block(name: string): string {
  const [, rest = ""] = page.split(` [${name}]\n`);
  return rest.split("\n```")[0] ?? "";
}

/** The commands of the page that begin so, as arguments. */
function commands(start: string): string[][] {
  return [...page.matchAll(/^npx mcp-gen (.+)$/gm)]
    .map(([, line = ""]) => line)
    .filter((line) => line.startsWith(start))
    .map((line) => line.split(" "));
}

function write(name: string, text: string): void {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), text);
}

async function printed(program: string): Promise<string[]> {
  const log = vi.spyOn(console, "log").mockImplementation(() => {});
  await import(join(folder, program));
  const lines = log.mock.calls.map(([line]) => String(line));
  log.mockRestore();
  return lines;
}

test("a vendor's method by its name does what the page says", async () => {
  allowInvalid("no revision has the methods of the page");
  writeExample(join(folder, "words.ts"), block("words.ts"));
  const lines = ["asked: rain", "what rain means"];
  expect(await printed("words.ts")).toEqual(lines);
  const [, ...said] = /^It prints `(.+)` and then `(.+)`\.$/m.exec(page) ?? [];
  expect(said).toEqual(lines);
});

test("a schema with a vendor's method becomes what the page's program runs on", async () => {
  allowInvalid("the bundled revision does not have the methods of the page");
  await vendorSchema(block("schema/words.ts"), write);
  write("schema/facts.json", block("schema/facts.json"));
  write("src/main.ts", block("src/main.ts"));
  const [line = []] = commands("generate --schema");
  const runtime = relative(
    join(folder, "src/mcp/2025-11-25"),
    join(root, "src/runtime/index.js"),
  );
  const done = await mcpGen([...line, "--runtime", runtime], { cwd: folder });
  expect(done).toMatchObject({ code: 0 });
  expect(await printed("src/main.ts")).toEqual([
    "asked: rain",
    "what rain means",
  ]);
  expect(compiled()).toBe("");

  const [fresh = []] = commands("check");
  expect(await mcpGen(fresh, { cwd: folder })).toMatchObject({ code: 0 });
  const inspected = commands("inspect");
  expect(inspected).toHaveLength(1);
  for (const line of inspected)
    expect((await mcpGen(line, { cwd: folder })).stdout).toMatch(
      /handler +define\n[^]*result +DefineResult\n/,
    );
  const [compared = []] = commands("diff");
  const told = await mcpGen(compared, { cwd: folder });
  expect(told.stdout).toContain("+ method acme/define");
  expect(told.stderr).toContain("the facts of 2025-11-25 hold for it");
});

function compiled(): string {
  const config = {
    extends: relative(folder, join(root, "tsconfig.json")),
    include: ["src/main.ts"],
    exclude: [],
  };
  write("tsconfig.json", JSON.stringify(config));
  const tsc = join(root, "node_modules/typescript/bin/tsc");
  const { stdout } = spawnSync(process.execPath, [tsc, "-p", folder]);
  return stdout.toString();
}

const vendor = { reason: "A test.", page: "acme/words" };

async function withFacts(more: object, revision: string): Promise<Protocol> {
  const path = join(folder, "schema/schema.ts");
  await vendorSchema(block("schema/words.ts"), write);
  const options = { facts: { ...facts, ...more } as Partial<FactTables> };
  const { $schema: _, ...tables } = options.facts as Record<string, unknown>;
  const { protocol } = await parse({ path, revision }, { facts: tables });
  return protocol;
}

test("facts have the effects that the page names", async () => {
  const method = "acme/define";
  const protocol = await withFacts(
    {
      features: [{ ...vendor, name: "request-headers" }],
      codes: [{ ...vendor, from: -31099, to: -31000, as: -32603 }],
      pages: [{ ...vendor, method }],
      inputs: [{ ...vendor, method }],
      names: [{ ...vendor, method, param: "word" }],
      descriptions: [{ ...vendor, of: method, text: "Defines." }],
    },
    "2025-11-25",
  );
  expect(protocol.requests.find((one) => one.method === method)).toMatchObject({
    handler: "define",
    capability: { side: "server", path: "experimental.words" },
    page: "acme/words",
    name: "word",
    input: true,
  });
  expect(protocol.features).toContain("request-headers");
  expect(protocol.errors).toContainEqual({
    name: "NO_WORD",
    code: -31001,
    page: "words",
  });
  expect(protocol.reservedCodes?.[0]).toEqual({
    from: -31099,
    to: -31000,
    as: -32603,
  });
  expect(protocol.fractions).toContain("DefineResult.certainty");
  expect(protocol.descriptions?.[method]).toBe("Defines.");
  const { files } = await generate({
    protocols: [protocol],
    emit: ["guards", "dispatch"],
  });
  const text = files.map((file) => file.text).join("\n");
  expect(text).toContain('Number.isFinite(value["certainty"])');
  expect(text).toContain("NO_WORD: -31001");
});

test("integer-numbers makes guards refuse a fraction, which they take without", async () => {
  const name = "integer-numbers";
  const path = join(folder, "schema/schema.ts");
  await vendorSchema(block("schema/words.ts"), write);
  for (const [tables, isTaken] of [
    [{ features: [{ ...vendor, name }] }, false],
    [{}, true],
  ] as const) {
    const { protocol } = await parse(
      { path, revision: "2025-11-25" },
      { facts: tables as Partial<FactTables> },
    );
    const { files } = await generate({
      protocols: [protocol],
      emit: ["guards"],
    });
    const text = files.map((file) => file.text).join("\n");
    expect(text.includes('Number.isFinite(value["certainty"])')).toBe(isTaken);
    expect(text.includes('Number.isInteger(value["certainty"])')).toBe(
      !isTaken,
    );
  }
});

test.each([
  ["2025-11-25", true],
  ["2025-11-25-acme", true],
  ["acme", false],
])("of %s the facts of 2025-11-25 hold: %s", async (revision, inherits) => {
  const { features } = await withFacts({}, revision);
  expect(features.includes("sessions")).toBe(inherits);
});

test("the page has every table of facts, its fields, their types, and whether they are required", () => {
  interface Property {
    readonly type?: string;
    readonly items?: { readonly $ref: string };
  }
  interface Definition {
    readonly properties: Record<string, Property>;
    readonly required?: readonly string[];
  }
  const { $defs } = JSON.parse(read("src/revisions/facts.schema.json")) as {
    $defs: Record<string, Definition>;
  };
  const fact = $defs["Fact"];
  const common = Object.entries(fact?.properties ?? {}).map(
    ([name, { type }]) => {
      const isRequired = fact?.required?.includes(name) === true;
      return `${name}: ${type}, ${isRequired ? "required" : "optional"}`;
    },
  );
  const tables = Object.entries($defs["FactTables"]?.properties ?? {}).flatMap(
    ([table, { items }]) => {
      const { properties, required } =
        $defs[items?.$ref.split("/").at(-1) ?? ""] ?? {};
      const own = Object.entries(properties ?? {})
        .filter(([name]) => fact?.properties[name] === undefined)
        .map(([name, { type }]) => `\`${name}\` ${type}`);
      expect(required ?? []).toEqual(
        expect.arrayContaining(own.map((one) => one.split("`")[1])),
      );
      return items === undefined ? [] : [[table, own.sort()]];
    },
  );
  const [, section = ""] = page.split(" Every table is optional,");
  const rows = [...section.matchAll(/^\| `(\w+)` +\| ([^|]+?) +\|/gm)].map(
    ([, name = "", cell = ""]) => [name, cell] as const,
  );
  const isCommon = ([, cell]: readonly [string, string]) => !cell.includes("`");
  expect(
    rows
      .filter(isCommon)
      .map(([name, cell]) => `${name}: ${cell}`)
      .sort(),
  ).toEqual(common.sort());
  expect(
    rows
      .filter((row) => !isCommon(row))
      .map(([name, cell]) => [name, cell.split(", ").sort()]),
  ).toEqual(tables);
});
