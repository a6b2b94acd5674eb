import { execFileSync } from "node:child_process";
import { readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { JsonCheckReport } from "../../src/cli/commands/report.ts";
import { sha256 } from "../../src/base/digest.ts";
import { check } from "../../src/index.ts";
import { manifestPath } from "../../src/emit/output/index.ts";
import { readTree, temporaryFolder, writeTree } from "../emit/output/folder.ts";
import { mcpGen, project, schema, smallProject } from "./command-line.ts";

describe("check", () => {
  test("names what is not generated among what is, and generate leaves it", async () => {
    const { cwd, args } = project();
    await mcpGen(["generate", ...args], { cwd });
    writeTree(join(cwd, "out"), {
      "mine.ts": "// beside the folders of revisions",
      "next/more/mine.ts": "// inside one",
      "runtime/mine.ts": "// inside the runtime",
      "next/.hidden": "",
    });
    const { code, stdout, stderr } = await mcpGen(["check", ...args], { cwd });
    expect(code).toBe(1);
    expect(stdout).toBe(
      "unexpected next/more/mine.ts (not generated)\n" +
        "unexpected runtime/mine.ts (not generated)\n",
    );
    expect(stderr).toContain("move or remove what is not generated");
    await mcpGen(["generate", ...args], { cwd });
    expect(readTree(join(cwd, "out"))).toHaveProperty(["runtime/mine.ts"]);
  });

  test("is fresh after generate, and writes nothing", async () => {
    const { cwd, args } = smallProject();
    await mcpGen(["generate", ...args], { cwd });
    const before = statSync(join(cwd, "out"), { bigint: true }).mtimeNs;
    const { code, stdout } = await mcpGen(["check", ...args], { cwd });
    expect(stdout).toBe("");
    expect(code).toBe(0);
    expect(statSync(join(cwd, "out"), { bigint: true }).mtimeNs).toBe(before);
  });

  test("names everything that differs, with diffs", async () => {
    const { cwd, args } = smallProject();
    await mcpGen(["generate", ...args], { cwd });
    const out = join(cwd, "out");
    const manifest = readFileSync(join(out, manifestPath), "utf8");
    const types = readFileSync(join(out, "next/types.ts"), "utf8");
    rmSync(join(out, "next/schema.json"));
    writeTree(out, {
      "next/types.ts": `// \u001b[31m\n${types}`,
      "old.ts": "",
      [manifestPath]: manifest.replace(
        `"files": {`,
        `"files": {\n    "old.ts": "${sha256("")}",`,
      ),
    });
    const before = readTree(out);
    const { code, stdout } = await mcpGen(["check", ...args], { cwd });
    expect(code).toBe(1);
    const names = stdout.split("\n").filter((line) => /^[a-z]/.test(line));
    expect(names).toEqual([
      "missing next/schema.json",
      "edited next/types.ts",
      "unexpected old.ts",
      `changed ${manifestPath}`,
    ]);
    expect(stdout).toContain("\n-// \\u001b[31m\n");
    expect(readTree(out)).toEqual(before);
    const json = await mcpGen(["check", ...args, "--format", "json"], { cwd });
    const report = JSON.parse(json.stdout) as JsonCheckReport;
    expect(report.status).toBe("drift");
    expect(report.files).toContainEqual({
      path: "next/schema.json",
      status: "missing",
    });
  });

  test.each([
    ["missing", undefined],
    ["of another version", `"generator": "0.0.0-other"`],
  ])("is stale when the manifest is %s", async (_, generator) => {
    const { cwd, args } = smallProject();
    await mcpGen(["generate", ...args], { cwd });
    const path = join(cwd, "out", manifestPath);
    const manifest = readFileSync(path, "utf8");
    rmSync(path);
    if (generator !== undefined) {
      const text = manifest.replace(/"generator": "[^"]+"/, generator);
      writeTree(cwd, { [`out/${manifestPath}`]: text });
    }
    const { code, stdout } = await mcpGen(["check", ...args], { cwd });
    expect(stdout).toContain(manifestPath);
    expect(code).toBe(1);
  });

  test("does not create a folder that is missing", async () => {
    const { cwd, args } = smallProject();
    expect((await mcpGen(["check", ...args], { cwd })).code).toBe(1);
    expect(Object.keys(readTree(cwd))).toEqual(["schema.ts"]);
  });

  test("is the same in the library", async () => {
    const { cwd, args } = project();
    await mcpGen(["generate", ...args], { cwd });
    const schemas = [{ text: schema, revision: "next" }];
    const report = await check({ schemas, out: join(cwd, "out") });
    expect(report.fresh).toBe(true);
  });
});

describe("without a revision", () => {
  const emit = ["--out", "out", "--emit", "types"];
  const of = (...ids: string[]): string[] => [...ids, ...emit];

  test("a folder is held against, and written of, those of its manifest", async () => {
    const cwd = temporaryFolder();
    await mcpGen(["generate", ...of("2025-06-18", "2025-11-25")], { cwd });
    expect((await mcpGen(["check", ...emit], { cwd })).code).toBe(0);
    rmSync(join(cwd, "out/2025-06-18/types.ts"));
    expect((await mcpGen(["check", ...emit], { cwd })).code).toBe(1);
    expect((await mcpGen(["generate", ...emit], { cwd })).code).toBe(0);
    expect((await mcpGen(["check", ...emit], { cwd })).code).toBe(0);
  });

  test("a schema of the user's has to be named again, and says so", async () => {
    const { cwd, args } = smallProject();
    await mcpGen(["generate", ...args, "--emit", "types"], { cwd });
    const { code, stderr } = await mcpGen(["check", ...emit], { cwd });
    expect(code).toBe(2);
    expect(stderr).toContain("the folder was generated of next, with a file");
    const none = await mcpGen(["check", "--out", "none"], { cwd });
    expect(none.stderr).toContain("name some of 2024-11-05");
  });

  test("another revision than the folder's is told", async () => {
    const cwd = temporaryFolder();
    await mcpGen(["generate", ...of("2025-06-18")], { cwd });
    const { stderr } = await mcpGen(["check", ...of("2025-11-25")], { cwd });
    expect(stderr).toContain(
      "The folder was generated of 2025-06-18, not of 2025-11-25.",
    );
  });
});

describe("check in a checkout with CRLF", () => {
  const ids = ["--schema", "schema.ts", "--revision", "next"];
  const args = [...ids, "--emit", "types,guards,protocol", "--out", "out"];

  async function generated(): Promise<string> {
    const { cwd } = project();
    const own = '{ "Forecast": { "type": "object" } }\n';
    writeTree(cwd, { "own.json": own });
    expect((await mcpGen(["generate", ...args], { cwd })).code).toBe(0);
    const more = ["compile", "own.json", "--out", "own.ts"];
    expect((await mcpGen(more, { cwd })).code).toBe(0);
    return cwd;
  }

  async function expectFresh(cwd: string): Promise<void> {
    for (const command of [
      ["check", ...args],
      ["generate", ...args],
      ["compile", "own.json", "--out", "own.ts", "--check"],
    ]) {
      const before = readTree(cwd);
      const { code, stdout, stderr } = await mcpGen(command, { cwd });
      expect([command, code, stdout]).toEqual([command, 0, ""]);
      expect(stderr).not.toContain("stale");
      expect(readTree(cwd)).toEqual(before);
    }
  }

  test("passes, whatever of it has CRLF or a byte order mark", async () => {
    const cwd = await generated();
    const text = (path: string) => readFileSync(join(cwd, path), "utf8");
    const withCrlf = (path: string) => text(path).replaceAll("\n", "\r\n");
    writeTree(cwd, { "schema.ts": withCrlf("schema.ts") });
    await expectFresh(cwd);
    writeTree(cwd, { "schema.ts": `\ufeff${text("schema.ts")}` });
    await expectFresh(cwd);
    const all = Object.keys(readTree(cwd));
    writeTree(
      cwd,
      Object.fromEntries(
        all
          .filter((path) => path !== "schema.ts")
          .map((path) => [path, withCrlf(path)]),
      ),
    );
    await expectFresh(cwd);
  });

  test("passes in a clone of git with core.autocrlf", async () => {
    const cwd = await generated();
    const git = (folder: string, ...given: string[]): string =>
      execFileSync("git", given, { cwd: folder, encoding: "utf8" });
    git(cwd, "init", "--quiet");
    git(cwd, "add", "--all");
    const author = ["-c", "user.name=a", "-c", "user.email=a@example.com"];
    git(cwd, ...author, "commit", "--quiet", "--message", "all");
    const parent = temporaryFolder();
    const clone = ["clone", "--quiet", "--config", "core.autocrlf=true"];
    git(parent, ...clone, cwd, "clone");
    const folder = join(parent, "clone");
    expect(readFileSync(join(folder, "schema.ts"), "utf8")).toContain("\r\n");
    // What git knows to be generated keeps its line ends.
    const types = readFileSync(join(folder, "out/next/types.ts"), "utf8");
    expect(types).not.toContain("\r");
    await expectFresh(folder);
  });

  test("still tells an edited file from another line end", async () => {
    const cwd = await generated();
    const path = "out/next/types.ts";
    const types = readFileSync(join(cwd, path), "utf8");
    writeTree(cwd, { [path]: `// mine\n${types}`.replaceAll("\n", "\r\n") });
    const { code, stdout } = await mcpGen(["check", ...args], { cwd });
    expect(code).toBe(1);
    expect(stdout).toContain("edited next/types.ts");
    expect(stdout.match(/^[-+](?![-+])/gm)).toEqual(["-"]);
  });
});
