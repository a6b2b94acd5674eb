import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { mcpGen, type Outcome } from "../../cli/command-line.ts";
import {
  readTree,
  temporaryFolder,
  writeTree,
} from "../../emit/output/folder.ts";

const schemas = { Forecast: { type: "object", required: ["city"] } };
const slow = {
  Slow: { type: "string", pattern: "^(a+)+$" },
  Odd: { not: { type: "object", minProperties: 2 } },
  [`Long${"g".repeat(1000)}`]: {
    properties: { a: { type: "string", pattern: "(a+)+".repeat(3000) } },
  },
};

interface Project {
  readonly cwd: string;
  run(...args: string[]): Promise<Outcome>;
  read(path: string): string;
  write(path: string, text: string): void;
}

function project(value: unknown = schemas): Project {
  const cwd = temporaryFolder();
  writeTree(cwd, { "schemas.json": JSON.stringify(value) });
  return {
    cwd,
    run: (...args) => mcpGen(["compile", ...args], { cwd, isTerminal: true }),
    read: (path) => readFileSync(join(cwd, path), "utf8"),
    write: (path, text) => writeFileSync(join(cwd, path), text),
  };
}

const out = ["schemas.json", "--out", "src/schemas.ts"];

describe("compile", () => {
  test("writes a module once", async () => {
    const { cwd, run } = project();
    expect(await run(...out)).toEqual({
      code: 0,
      stdout: "",
      stderr: "Wrote 1 schema to src/schemas.ts\n",
    });
    expect(Object.keys(readTree(cwd))).toEqual([
      "schemas.json",
      "src/schemas.ts",
    ]);
    expect(await run(...out)).toMatchObject({
      code: 0,
      stderr: "src/schemas.ts is up to date: 1 schema\n",
    });
    expect(await run(...out, "--check")).toMatchObject({ code: 0 });
  });

  test("prints what it wrote off a terminal too", async () => {
    const { cwd } = project();
    expect(await mcpGen(["compile", ...out], { cwd })).toMatchObject({
      code: 0,
      stderr: "Wrote 1 schema to src/schemas.ts\n",
    });
    const json = ["compile", ...out, "--format", "json"];
    expect((await mcpGen(json, { cwd })).stderr).toBe("");
  });

  test("writes JavaScript with its declarations", async () => {
    const { cwd, run } = project();
    const args = ["schemas.json", "--out", "schemas.js"];
    expect(await run(...args)).toMatchObject({ code: 0 });
    const { "schemas.js": js, "schemas.d.ts": declared } = readTree(cwd);
    expect(js).toContain("export function isForecast(value)");
    expect(declared).toContain("export declare function isForecast(");
    expect(await run(...args, "--check")).toMatchObject({ code: 0 });
  });

  test("says how a module differs from its schemas, and writes nothing", async () => {
    const { run, read, write } = project();
    await run(...out);
    const before = read("src/schemas.ts");
    const changed = { Forecast: { type: "object", required: ["town"] } };
    write("schemas.json", JSON.stringify(changed));
    const { code, stdout, stderr } = await run(...out, "--check");
    expect(code).toBe(1);
    expect(stdout).toMatch(/^changed src\/schemas\.ts\n--- a\/schemas\.ts\n/);
    expect(stdout).toMatch(/^-.*"?city"?/m);
    expect(stdout).toMatch(/^\+.*"?town"?/m);
    expect(stderr).toBe(
      "src/schemas.ts is stale: run mcp-gen compile with the same arguments\n",
    );
    expect(read("src/schemas.ts")).toBe(before);
    expect(await run(...out)).toMatchObject({ code: 0 });
    expect(read("src/schemas.ts")).toContain("town");
  });

  test("misses a module that is not there", async () => {
    const { run } = project();
    const checked = await run(...out, "--check");
    expect(checked).toMatchObject({
      code: 1,
      stdout: "missing src/schemas.ts\n",
    });
  });

  test("keeps what someone has edited, but for force", async () => {
    const { run, read, write } = project();
    await run(...out);
    const whole = read("src/schemas.ts");
    write("src/schemas.ts", `${whole}// Mine.\n`);
    expect(await run(...out, "--check")).toMatchObject({
      code: 1,
      stdout: expect.stringContaining("edited src/schemas.ts"),
      stderr: expect.stringContaining("--force"),
    });
    expect(await run(...out)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("error edited: "),
    });
    expect(read("src/schemas.ts")).toContain("// Mine.");
    expect(await run(...out, "--force")).toMatchObject({ code: 0 });
    expect(read("src/schemas.ts")).toBe(whole);
  });

  test("takes other line ends for the same, and for no edit", async () => {
    const { run, read, write } = project();
    await run(...out);
    write("src/schemas.ts", read("src/schemas.ts").replaceAll("\n", "\r\n"));
    expect(await run(...out, "--check")).toMatchObject({ code: 0 });
    write("schemas.json", JSON.stringify({ Other: true }));
    expect(await run(...out)).toMatchObject({ code: 0 });
    expect(read("src/schemas.ts")).not.toContain("\r");
  });

  test("touches nothing that it has not written", async () => {
    const { run, read, write } = project();
    await run(...out);
    write("src/schemas.ts", "export const mine = 1;\n");
    for (const args of [out, [...out, "--force"]])
      expect(await run(...args)).toMatchObject({
        code: 2,
        stderr: expect.stringContaining("error in-the-way: "),
      });
    expect(read("src/schemas.ts")).toBe("export const mine = 1;\n");
  });

  test("prints the module of what comes over standard input", async () => {
    const cwd = temporaryFolder();
    const stdin = JSON.stringify(schemas);
    const printed = await mcpGen(["compile", "-"], { cwd, stdin });
    expect(printed).toMatchObject({ code: 0, stderr: "" });
    const { run, read } = project();
    await run(...out);
    const text = read("src/schemas.ts");
    expect(printed.stdout).toBe(text);
    expect(readTree(cwd)).toEqual({});
    const json = await run("schemas.json", "--format", "json");
    expect(JSON.parse(json.stdout)).toMatchObject({
      files: [{ path: "schemas.ts", status: "emitted", text }],
    });
  });

  test("names what nothing checks, and types that are wider", async () => {
    const { run } = project(slow);
    const { code, stderr } = await run(...out);
    expect(code).toBe(0);
    expect(stderr).toMatch(
      /^warning unchecked: Slow: not checked: pattern "\^\(a\+\)\+\$" at pattern \(.+\)$/m,
    );
    const lines = stderr.split("\n");
    expect(lines).toContainEqual(
      expect.stringMatching(
        /^warning unchecked: Longg+…: not checked: pattern "(\(a\+\)\+)+.*… at properties\.a\.pattern /,
      ),
    );
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(500);
    const { stdout } = await run(...out, "--format", "json");
    expect(JSON.parse(stdout)).toMatchObject({
      status: "done",
      files: [{ path: "schemas.ts", status: "unchanged" }],
      schemas: [
        { name: "Slow", unchecked: [{ path: ["pattern"] }] },
        { name: "Odd", unchecked: [] },
        { unchecked: [{ path: ["properties", "a", "pattern"] }] },
      ],
    });
  });

  test("leaves out what a server lists and nobody can compile", async () => {
    const remote = { $ref: "https://example.com/a.json" };
    const good = { name: "good", inputSchema: { type: "object" } };
    const bad = { name: "bad", inputSchema: remote };
    const { run, read, write } = project({ tools: [good, bad] });
    expect(await run(...out)).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(
        /^warning refused: arguments of bad: left out: #\/\$ref: .+\nWrote 1 schema /,
      ),
    });
    expect(read("src/schemas.ts")).toContain("type GoodArguments =");
    const { stdout } = await run(...out, "--format", "json");
    expect(JSON.parse(stdout)).toMatchObject({
      refused: [{ name: "arguments of bad", code: "remote-reference" }],
    });
    write("schemas.json", JSON.stringify({ tools: [bad] }));
    expect(await run(...out)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("1 of 1 schemas cannot be compiled"),
    });
  });

  test("reports a check as JSON", async () => {
    const { run } = project();
    const check = [...out, "--check", "--format", "json"];
    const missing = await run(...check);
    expect(missing.code).toBe(1);
    expect(JSON.parse(missing.stdout)).toMatchObject({ status: "drift" });
    await run(...out);
    expect(JSON.parse((await run(...check)).stdout)).toEqual({
      status: "fresh",
      files: [{ path: "schemas.ts", status: "unchanged" }],
      schemas: [
        {
          name: "Forecast",
          type: "Forecast",
          constant: "forecast",
          unchecked: [],
          unknowns: [],
        },
      ],
      refused: [],
    });
  });

  test.each([
    [["missing.json"], "Cannot read"],
    [["schemas.json", "--check"], "--check compares a module"],
    [["schemas.json", "--out", "schemas.json"], "must end with .ts or .js"],
    [["schemas.json", "--out", "schemas.d.ts"], "must end with .ts or .js"],
    [["schemas.json", "--out", ""], "must end with .ts or .js"],
  ])("refuses %j", async (args, problem) => {
    const { run } = project();
    expect(await run(...args)).toMatchObject({
      code: 2,
      stdout: "",
      stderr: expect.stringContaining(problem),
    });
  });

  test("refuses what is no schema, and says where", async () => {
    const { run, write } = project();
    write("schemas.json", '{"a": {"properties": {"b\\u001b": 1}}}');
    const { code, stderr } = await run(...out);
    expect(code).toBe(2);
    expect(stderr).toContain('1 of 1 schemas cannot be compiled: "a" #/prop');
    expect(stderr).not.toContain("\u001b");
  });
});
