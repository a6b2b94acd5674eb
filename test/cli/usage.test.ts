import { existsSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { describe, expect, test } from "vitest";
import { createDiagnostic } from "../../src/base/diagnostics/create.ts";
import { UsageError } from "../../src/base/diagnostics/error.ts";
import type { CommandIo } from "../../src/cli/commands/io.ts";
import { createProgram } from "../../src/cli/commands/program.ts";
import { bundledRevisions } from "../../src/revisions/revisions.ts";
import { readTree, temporaryFolder, writeTree } from "../emit/output/folder.ts";
import { mcpGen, schema } from "./command-line.ts";

const oldest = bundledRevisions()[0]?.id ?? "";

describe("bad usage ends with 2, says why, and writes nothing", () => {
  const to = ["--out", "out"];
  const of = ["--schema", "schema.ts"];
  test.each<[string[], string]>([
    [["generate", oldest], "--out"],
    [["generate", oldest, "--out", ""], "must not be empty"],
    [["generate", ...to], "No revision is named"],
    [["generate", `${oldest}x`, ...to], `did you mean "${oldest}"`],
    [["generate", "nothing-like-it", ...to], oldest],
    [["generate", oldest, oldest, ...to], "given twice"],
    [["generate", "all", oldest, ...to], "given twice"],
    [["generate", oldest, ...to, "--emit", "types,gards"], '"guards"'],
    [["generate", oldest, ...to, "--emit", ""], 'Unknown ""'],
    [["generate", oldest, ...to, "--runtime", ""], "must not be empty"],
    [["generate", oldest, ...to, "--with", "auht"], 'did you mean "auth"'],
    [
      ["generate", oldest, ...to, "--with", ""],
      "There are auth, cluster, otel.",
    ],
    [
      ["generate", oldest, ...to, "--with", "auth", "--emit", "types"],
      "emit server or client or registry as well",
    ],
    [
      [
        "check",
        oldest,
        ...to,
        "--with",
        "auth",
        "--runtime",
        "mcp-gen/runtime",
      ],
      "The runtime is not copied",
    ],
    [["generate", oldest, ...to, "--target", "jsx"], '"js"'],
    [["generate", oldest, ...to, "--import-extension", "ts"], '".ts"'],
    [["generate", oldest, ...to, "--json-schema", "oficial"], '"official"'],
    [["generate", oldest, ...to, "--format", "jsn"], '"json"'],
    [["generate", oldest, ...to, "--emitt", "types"], "--emit"],
    [["generate", oldest, ...to, "--facts", "none.json"], "none.json"],
    [["generat", oldest], "generate"],
    [
      ["generate", ...to, "--schema", "bare.ts"],
      "hint: name the revision of the schema: --revision <id>",
    ],
    [
      ["generate", ...to, ...of, ...of, "--revision", "x"],
      "Each --schema needs its --revision: there are 2 --schema and 1 --revision",
    ],
    [["generate", ...to, ...of, ...of], "given twice"],
    [["generate", ...to, "--revision", "x"], "add a --revision"],
    [["generate", ...to, ...of, "--revision", "../x"], "Unfit"],
    [["generate", ...to, ...of, "--revision", ""], "Unfit"],
    [["generate", ...to, ...of, "--revision", "a/b"], "Unfit"],
    [["generate", ...to, ...of, "--revision", "."], "Unfit"],
    [["generate", ...to, ...of, "--revision", "a."], "Unfit"],
    [["generate", ...to, ...of, "--revision", ".git"], "Unfit"],
    [["generate", ...to, ...of, "--revision", "__proto__"], "Unfit"],
    [["generate", ...to, ...of, "--revision", "CON"], "Reserved"],
    [["generate", ...to, ...of, "--revision", "nul.x"], "Reserved"],
    [["generate", ...to, ...of, "--revision", "shared"], "Reserved"],
    [
      ["generate", ...to, "--schema", "\u001b[2J.ts", "--revision", "x"],
      "\\u001b[2J.ts",
    ],
    [["generate", ...to, ...of, "--revision", "index.ts"], "Reserved"],
    [["generate", ...to, ...of, "--revision", "Runtime"], "Reserved"],
    [["generate", ...to, ...of, "--revision", "a".repeat(99)], "Too long"],
    [["generate", oldest, ...to, ...of, "--revision", oldest], "given twice"],
    [
      ["generate", ...to, ...of, ...of, "--revision", "a", "--revision", "A"],
      "given twice",
    ],
    [
      [..."generate --schema - --schema -".split(" "), ...to].concat(
        ..."--revision a --revision b".split(" "),
      ),
      "one schema only",
    ],
    [["generate", oldest, "--outt", "out"], "Did you mean --out?"],
    [["check", oldest, "--outt", "out"], "Did you mean --out?"],
    [["generate", ...to, "--emti=types", oldest], "Did you mean --emit?"],
    [["generate", oldest, "--emti", "types", "--out"], "Did you mean --emit?"],
    [["generate", oldest, "--out", "--emti", "types"], "Did you mean --emit?"],
    [["generate", oldest, "--out", "--emit", "types"], "argument missing"],
    [["generate", ...to, "--format", "jsn", "--emti"], "Did you mean --emit?"],
    [["check", ...to, "--zzz", "--format"], "unknown option '--zzz'\n"],
    [["inspect"], "revision"],
    [["inspect", "x", ...of, ...of], "inspect reads one --schema"],
    [["inspect", oldest, "tools/cal"], '"tools/call"'],
    [[], "Usage: mcp-gen"],
  ])("%j", async (args, reason) => {
    const cwd = temporaryFolder();
    const bare = schema.replace(/^export const LATEST.*$/m, "");
    writeTree(cwd, { "schema.ts": schema, "bare.ts": bare });
    const { code, stdout, stderr } = await mcpGen(args, { cwd });
    expect(stderr).toContain(reason);
    expect(stderr).not.toMatch(/hint: *$/m);
    expect(stdout).toBe("");
    expect(code).toBe(2);
    expect(existsSync(join(cwd, "out"))).toBe(false);
  });

  test("as JSON, on standard output", async () => {
    const cwd = temporaryFolder();
    const args = ["check", "no", "--out", "out", "--format", "json"];
    const { code, stdout, stderr } = await mcpGen(args, { cwd });
    expect(JSON.parse(stdout)).toMatchObject({
      status: "error",
      error: { code: "unknown-revision" },
      diagnostics: [],
    });
    expect(stderr).toBe("");
    expect(code).toBe(2);
  });
});

test.each([
  [["generat"], "unknown command 'generat': did you mean generate?"],
  [["help", "chekc"], "unknown command 'chekc': did you mean check?"],
  [["zzz"], "unknown command 'zzz': mcp-gen --help lists all commands"],
  [["cat", "x"], "unknown command 'cat': mcp-gen --help lists all commands"],
])("an unknown command is one line: %j", async (args, line) => {
  expect(await mcpGen(args, { cwd: "/" })).toEqual({
    code: 2,
    stdout: "",
    stderr: `error: ${line}\n`,
  });
});

test("a schema without --revision has the one that it states", async () => {
  const cwd = temporaryFolder();
  writeTree(cwd, { "schema.ts": schema.replace('"next"', '"2031-01-02"') });
  const args = ["--schema", "schema.ts", "--emit", "types", "--out", "out"];
  expect(await mcpGen(["generate", ...args], { cwd })).toMatchObject({
    code: 0,
    stderr: expect.stringContaining("of 2031-01-02\n"),
  });
  expect(readTree(cwd)).toHaveProperty(["out/2031-01-02/types.ts"]);
  expect((await mcpGen(["check", ...args], { cwd })).code).toBe(0);
});

test("an error or a diagnostic has no empty hint", () => {
  expect(new UsageError("invalid-option", "x", { hint: "" }).hint).toBe(
    undefined,
  );
  const note = { message: "x", hint: "" };
  expect(createDiagnostic("extension-assumed", note)).not.toHaveProperty(
    "hint",
  );
});

test("the help of generate states the default of --emit", async () => {
  const { stdout } = await mcpGen(["generate", "--help"], { cwd: "/" });
  const text = stdout.replaceAll(/\s+/g, " ");
  expect(text).toMatch(/--emit <list> [^()]*\(default: all; with [^()]*\)/);
});

describe("a misspelt option is told before what is missing", () => {
  const io: CommandIo = {
    cwd: "/",
    isTerminal: false,
    stdout: () => {},
    stderr: () => {},
    readStdin: () => Promise.reject(new Error("nothing is read")),
    stdin: () => Readable.from([]),
    drained: async () => true,
  };
  const { commands } = createProgram(io, () => {});
  test.each(commands.map((command) => command.name()))(
    "of %s",
    async (name) => {
      const options =
        commands.find((one) => one.name() === name)?.options ?? [];
      const longs = options.flatMap(({ long = "" }) => long ?? []);
      expect(longs).not.toEqual([]);
      for (const long of longs) {
        const slip = `${long}${long.at(-1)}`;
        const { code, stdout, stderr } = await mcpGen([name, slip], {
          cwd: "/",
        });
        expect(stderr).toContain(`error: unknown option '${slip}'`);
        expect(stderr).toContain(`Did you mean ${long}?`);
        expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
      }
    },
  );

  test("and a value may look like an option", async () => {
    const args = ["generate", oldest, "--out", "--odd", "--emit", "types"];
    const cwd = temporaryFolder();
    expect((await mcpGen(args, { cwd })).code).toBe(0);
    expect(Object.keys(readTree(cwd))).toContain(`--odd/${oldest}/types.ts`);
  });
});

describe("help", () => {
  test.each([[""], ["generate"], ["check"], ["list"], ["inspect"]])(
    "of %j has examples",
    async (command) => {
      const args = command === "" ? ["--help"] : [command, "--help"];
      const cwd = temporaryFolder();
      const { code, stdout, stderr } = await mcpGen(args, { cwd });
      expect(stdout).toContain(`Examples:\n  mcp-gen ${command}`);
      expect(stderr).toBe("");
      expect(code).toBe(0);
      expect(readTree(cwd)).toEqual({});
    },
  );

  test("the version is a version", async () => {
    const { code, stdout } = await mcpGen(["--version"], { cwd: "/" });
    expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
    expect(code).toBe(0);
  });
});
