import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as prettier from "prettier";
import { describe, expect, test } from "vitest";
import type {
  JsonErrorReport,
  JsonGenerateReport,
} from "../../src/cli/commands/report.ts";
import { sha256 } from "../../src/base/digest.ts";
import { generate, InputError, parse } from "../../src/index.ts";
import { manifestPath } from "../../src/emit/output/index.ts";
import { bundledRevisions } from "../../src/revisions/revisions.ts";
import { readTree, temporaryFolder, writeTree } from "../emit/output/folder.ts";
import { mcpGen, project, schema, smallProject } from "./command-line.ts";

const ids = bundledRevisions().map(({ id }) => id);
const [oldest = ""] = ids;

describe("generate", () => {
  test("writes what the manifest says, and one line on a pipe", async () => {
    const cwd = temporaryFolder();
    const outcome = await mcpGen(["generate", oldest, "--out", "out"], { cwd });
    expect(outcome).toEqual({
      code: 0,
      stdout: "",
      stderr: expect.stringMatching(/^Wrote \d+ files, .* to out, of .*\n$/),
    });
    const again = await mcpGen(["generate", oldest, "--out", "out"], { cwd });
    expect(again.stderr).toMatch(/^out is up to date: .*\n$/);
    const json = ["generate", oldest, "--out", "out", "--format", "json"];
    expect((await mcpGen(json, { cwd })).stderr).toBe("");
    const { [manifestPath]: manifest = "", ...files } = readTree(
      join(cwd, "out"),
    );
    const { source } = bundledRevisions()[0] ?? {};
    expect(JSON.parse(manifest)).toMatchObject({
      inputs: [{ kind: "revision", id: oldest, ...source }],
      files: Object.fromEntries(
        Object.entries(files).map(([path, text]) => [path, sha256(text)]),
      ),
    });
    expect(Object.keys(files)).toContain(`${oldest}/types.ts`);
  });

  test("tells who watches what has happened", async () => {
    const { cwd, args } = smallProject();
    const surroundings = { cwd, isTerminal: true };
    const first = await mcpGen(["generate", ...args], surroundings);
    expect(first.stderr).toMatch(
      /^Wrote \d+ files, [\d,]+ lines to out, of next$/m,
    );
    const second = await mcpGen(["generate", ...args], surroundings);
    expect(second.stderr).toMatch(
      /^out is up to date: \d+ files, [\d,]+ lines, of next$/m,
    );
    expect(first.stdout + second.stdout).toBe("");
  });

  test("reports to a program", async () => {
    const { cwd, args } = smallProject();
    const { stdout } = await mcpGen(["generate", ...args, "--format", "json"], {
      cwd,
    });
    const report = JSON.parse(stdout) as JsonGenerateReport;
    expect(report.status).toBe("done");
    expect(report.revisions).toEqual(["next"]);
    expect(report.inputs).toEqual([
      { kind: "revision", id: "next", sha256: sha256(schema) },
    ]);
    expect(report.files).toContainEqual({
      path: "next/types.ts",
      status: "created",
    });
    expect(report.diagnostics.map(({ code }) => code)).toContain(
      "facts-inherited",
    );
  });

  test("gives the same bytes from a path, standard input and text", async () => {
    const { cwd, args } = project();
    await mcpGen(["generate", ...args], { cwd });
    const stdin = ["generate", "--schema", "-", "--revision", "next"];
    await mcpGen([...stdin, "--out", "stdin"], { cwd, stdin: schema });
    const report = await generate({
      schemas: [{ text: schema, revision: "next" }],
      out: join(cwd, "text"),
    });
    const tree = readTree(join(cwd, "out"));
    expect(readTree(join(cwd, "stdin"))).toEqual(tree);
    expect(readTree(join(cwd, "text"))).toEqual(tree);
    expect(
      Object.fromEntries(report.files.map(({ path, text }) => [path, text])),
    ).toEqual(tree);
  });

  test("gives the same bytes however the arguments are ordered", async () => {
    const cwd = temporaryFolder();
    writeTree(cwd, { "a.ts": schema, "b.ts": `${schema}\n` });
    const a = ["--schema", "a.ts", "--revision", "a"];
    const b = ["--schema", "b.ts", "--revision", "b"];
    const emit = "--emit";
    const first = [...a, ...b, oldest, "--out", "1", emit, "types,guards"];
    const second = [oldest, ...b, emit, "guards,types", "--out", "2", ...a];
    expect((await mcpGen(["generate", ...first], { cwd })).code).toBe(0);
    expect((await mcpGen(["generate", ...second], { cwd })).code).toBe(0);
    expect(readTree(join(cwd, "2"))).toEqual(readTree(join(cwd, "1")));
  });

  test("takes all for every bundled revision", async () => {
    const report = await generate({ revisions: ["all"], emit: ["types"] });
    expect(report.revisions).toEqual([...ids].sort());
    for (const id of ids) {
      expect(report.files.map(({ path }) => path)).toContain(`${id}/types.ts`);
    }
  });

  test("emits only what was asked for, and removes the rest", async () => {
    const { cwd, args } = project();
    await mcpGen(["generate", ...args], { cwd });
    const full = Object.keys(readTree(join(cwd, "out")));
    await mcpGen(["generate", ...args, "--emit", "types"], { cwd });
    const some = Object.keys(readTree(join(cwd, "out")));
    expect(some).toContain("next/types.ts");
    expect(some.length).toBeLessThan(full.length);
    expect(some).not.toContain("next/guards.ts");
  });

  test("copies what imports packages when asked, and removes it again", async () => {
    const { cwd, args } = project();
    await mcpGen(["generate", ...args], { cwd });
    const alone = readTree(join(cwd, "out"));
    const with_ = [...args, "--with", "auth"];
    const stale = await mcpGen(["check", ...with_], { cwd });
    expect(stale.code).toBe(1);
    expect(stale.stdout).toContain("missing runtime/auth/jwt.ts");
    const first = await mcpGen(["generate", ...with_], { cwd });
    expect(first).toMatchObject({ code: 0, stdout: "" });
    expect(readTree(join(cwd, "out"))).toHaveProperty(["runtime/auth/jwt.ts"]);
    expect((await mcpGen(["check", ...with_], { cwd })).code).toBe(0);
    const without = await mcpGen(["check", ...args], { cwd });
    expect(without.stdout).toContain("unexpected runtime/auth/jwt.ts");
    await mcpGen(["generate", ...args], { cwd });
    expect(readTree(join(cwd, "out"))).toEqual(alone);
  });

  test("tells a program which packages to install", async () => {
    const { cwd, args } = project();
    const with_ = [...args, "--with", "auth", "--format", "json"];
    const { stdout, stderr } = await mcpGen(["generate", ...with_], { cwd });
    const report = JSON.parse(stdout) as JsonGenerateReport;
    expect(report.packages.map(({ name }) => name)).toEqual([
      "oauth4webapi",
      "jose",
    ]);
    expect(stderr).toBe("");
  });

  test("formats as the user's configuration says", async () => {
    const { cwd, args: all } = project();
    const args = [...all, "--emit", "types"];
    writeTree(cwd, { ".prettierrc": `{ "semi": false, "tabWidth": 8 }` });
    await mcpGen(["generate", ...args, "--prettier"], { cwd });
    const types = readFileSync(join(cwd, "out/next/types.ts"), "utf8");
    expect(types).toContain("\n        text: string\n");
    expect(types).not.toContain(";\n");
    const fresh = await mcpGen(["check", ...args, "--prettier"], { cwd });
    expect(fresh.code).toBe(0);
    const manifest = join(cwd, "out/mcp-gen.manifest.json");
    const wide = JSON.stringify(
      JSON.parse(readFileSync(manifest, "utf8")),
      null,
      8,
    );
    writeFileSync(manifest, wide);
    expect((await mcpGen(["check", ...args], { cwd })).code).toBe(0);
    await mcpGen(["generate", ...args], { cwd });
    expect(readFileSync(manifest, "utf8")).toBe(wide);
    await mcpGen(["generate", ...args, "--no-prettier"], { cwd });
    expect(readFileSync(join(cwd, "out/next/types.ts"), "utf8")).toContain(
      ";\n",
    );
  });

  test("tells of the user's prettier: first, and when it has been at the files", async () => {
    const { cwd, args: all } = project();
    const args = [...all, "--emit", "types"];
    writeTree(cwd, { "package.json": `{ "prettier": { "semi": false } }` });
    const io = { cwd, isTerminal: true };
    const first = await mcpGen(["generate", ...args], io);
    expect(first.stderr).toContain("--prettier formats the files so");
    const file = join(cwd, "out/next/types.ts");
    const text = readFileSync(file, "utf8");
    const options = { parser: "typescript", semi: false };
    writeFileSync(file, await prettier.format(text, options));
    const drift = await mcpGen(["check", ...args], { cwd });
    expect(drift.stderr).toContain("run generate with --prettier as well");
    const second = await mcpGen(["generate", ...args, "--prettier"], io);
    expect(second.stderr).not.toContain("--prettier formats");
    expect((await mcpGen(["check", ...args], { cwd })).code).toBe(0);
  });

  test("writes a manifest that is formatted", async () => {
    const { cwd, args } = smallProject();
    await mcpGen(["generate", ...args], { cwd });
    const text = readFileSync(join(cwd, "out", manifestPath), "utf8");
    expect(await prettier.format(text, { parser: "json" })).toBe(text);
  });

  test("adds the facts of a file, and names it among the inputs", async () => {
    const { cwd, args } = project();
    const facts = {
      capabilities: [
        {
          method: "echo",
          side: "server",
          path: "echo",
          reason: "A test.",
          page: "echo",
        },
      ],
    };
    writeTree(cwd, { "facts.json": JSON.stringify(facts) });
    const with_ = [...args, "--facts", "facts.json", "--format", "json"];
    const { stdout } = await mcpGen(["generate", ...with_], { cwd });
    const report = JSON.parse(stdout) as JsonGenerateReport;
    expect(report.inputs.map(({ kind }) => kind)).toEqual([
      "revision",
      "facts",
    ]);
    const text = readFileSync(join(cwd, "out/next/protocol.json"), "utf8");
    const protocol = JSON.parse(text) as { requests: unknown[] };
    expect(protocol.requests[0]).toMatchObject({
      method: "echo",
      capability: { side: "server", path: "echo" },
    });
  });

  test.each([
    ["[]", "not a JSON object"],
    ["{", "Cannot read"],
    [`{"capabilites": []}`, '"capabilities"'],
    [`{"errors": {}}`, "errors is not an array"],
    [`{"errors": [{"name": "X", "code": "1"}]}`, '"code" to be an integer'],
    [`{"capabilities": [{"side": "peer"}]}`, '"side" to be one of client'],
    [`{"pages": [{"since": 1}]}`, '"since" to be a string'],
    [`{"pages": [{"methud": "x"}]}`, 'the unknown field "methud"'],
    [`{"__proto__": []}`, '"__proto__" is not a table'],
  ])("refuses the facts %s", async (text, reason) => {
    const { cwd, args } = smallProject();
    writeTree(cwd, { "facts.json": text });
    const outcome = await mcpGen(
      ["generate", ...args, "--facts", "facts.json"],
      { cwd },
    );
    expect(outcome.stderr).toContain(reason);
    expect(outcome.code).toBe(2);
  });

  test("names a file in the way, and writes nothing", async () => {
    const { cwd, args } = smallProject();
    writeTree(cwd, { "out/next/types.ts": "mine" });
    const text = await mcpGen(["generate", ...args], { cwd });
    expect(text.code).toBe(2);
    expect(text.stderr).toContain("next/types.ts");
    const json = await mcpGen(["generate", ...args, "--format", "json"], {
      cwd,
    });
    const report = JSON.parse(json.stdout) as JsonErrorReport;
    expect(report.error).toMatchObject({
      code: "in-the-way",
      paths: ["next/types.ts"],
    });
    expect(readTree(join(cwd, "out"))).toEqual({ "next/types.ts": "mine" });
  });
});

describe("a schema with errors", () => {
  const broken = (schema: string): string =>
    schema.replace("text: string }", "text: Strng; other: Othr }");

  test("reports all of them, of all schemas, and writes nothing", async () => {
    const cwd = temporaryFolder();
    writeTree(cwd, { "a.ts": broken(schema), "b.ts": broken(schema) });
    const pair = ["--schema", "a.ts", "--schema", "b.ts"];
    const names = ["--revision", "a", "--revision", "b"];
    const args = ["generate", ...pair, ...names, "--out", "out"];
    const { code, stderr, stdout } = await mcpGen(args, { cwd });
    expect(code).toBe(2);
    expect(stdout).toBe("");
    for (const file of ["a.ts", "b.ts"]) {
      expect(stderr).toMatch(
        new RegExp(`^${file}:\\d+:\\d+ error .*Strng`, "m"),
      );
      expect(stderr).toMatch(
        new RegExp(`^${file}:\\d+:\\d+ error .*Othr`, "m"),
      );
    }
    expect(Object.keys(readTree(cwd))).toEqual(["a.ts", "b.ts"]);
  });

  test("throws with the diagnostics in the library", async () => {
    const schemaInput = { text: broken(schema), revision: "next" };
    const error: unknown = await parse(schemaInput).catch(
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(InputError);
    expect(error).toMatchObject({ code: "invalid-schema" });
    expect((error as InputError).diagnostics.length).toBeGreaterThan(1);
  });
});

describe("--strict", () => {
  const orphan = `${schema}
export interface LostRequest extends Request { method: "lost" }`;

  test("makes an error of a warning", async () => {
    const cwd = temporaryFolder();
    writeTree(cwd, { "schema.ts": orphan });
    const source = ["--schema", "schema.ts", "--revision", "next"];
    const args = ["generate", ...source, "--out", "out"];
    const strict = await mcpGen([...args, "--strict"], { cwd });
    expect(strict.code).toBe(2);
    expect(strict.stderr).toMatch(/error [a-z-]+: .*lost/i);
    const lax = await mcpGen(args, { cwd });
    expect(lax.code).toBe(0);
    expect(lax.stderr).toMatch(/warning [a-z-]+: .*lost/i);
  });
});
