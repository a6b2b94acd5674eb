import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { compareSnapshots } from "../../../src/contracts/compare/index.ts";
import {
  printSnapshot,
  type Snapshot,
} from "../../../src/contracts/snapshot/index.ts";
import { mcpGen } from "../../cli/command-line.ts";
import { temporaryFolder } from "../../emit/output/folder.ts";
import { object, snapshotOf, toolOf } from "./snapshots.ts";

const string = { type: "string" };
const listed = snapshotOf({
  tools: [
    toolOf(object({ city: string }), { description: "A forecast" }),
    { name: "other", inputSchema: { type: "object" } },
  ],
});

/** A project with a client of what is listed, and a snapshot of what is listed now. */
async function project(
  now: Snapshot,
  ...options: string[]
): Promise<{
  cwd: string;
  check: (...args: string[]) => ReturnType<typeof mcpGen>;
}> {
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, "before.json"), printSnapshot(listed));
  writeFileSync(join(cwd, "after.json"), printSnapshot(now));
  const out = ["--out", "src/weather"];
  await mcpGen(["client", "before.json", ...out, ...options], { cwd });
  return {
    cwd,
    check: (...args) => mcpGen(["client", ...args, "--check", ...out], { cwd }),
  };
}

const required: Snapshot = {
  ...listed,
  tools: [toolOf(object({ city: string }, "city")), ...listed.tools.slice(1)],
};

describe("a server against the kept snapshot", () => {
  test("exits with 1 and says what breaks callers, and what does not", async () => {
    const { check } = await project(required);
    const { code, stdout } = await check("after.json");
    expect(code).toBe(1);
    expect(stdout).toBe(`\
weather 1.0.0 (2025-11-25)
  callers: 1 break them, 0 may break them, 0 compatible
  documentation: 1 changed

Breaking
  breaks callers: it is required, and could be left out before
    ~ argument forecast arguments.city: string | undefined → string

Documentation
    # tool forecast description: without A forecast
`);
  });

  test("exits with 0 where it lists the same, in whatever order", async () => {
    const tools = [...listed.tools].reverse();
    const { check } = await project({ ...listed, tools });
    const { code, stdout } = await check("after.json");
    expect(code).toBe(0);
    expect(stdout).toBe("weather 1.0.0 (2025-11-25): no change\n");
  });

  test("another version alone is told, and is no drift", async () => {
    const server = { name: "weather", version: "1.0.1" };
    const { check } = await project({ ...listed, server });
    const { code, stdout } = await check("after.json");
    expect(code).toBe(0);
    expect(stdout).toContain("weather 1.0.0 → weather 1.0.1");
  });

  test("--breaking exits with 1 for what breaks callers alone", async () => {
    const more = { name: "more", inputSchema: { type: "object" } };
    const added = await project({ ...listed, tools: [...listed.tools, more] });
    expect((await added.check("after.json")).code).toBe(1);
    expect(await added.check("after.json", "--breaking")).toMatchObject({
      code: 0,
      stdout: "weather 1.0.0 (2025-11-25): nothing that breaks callers\n",
    });
    const { check } = await project(required);
    expect((await check("after.json", "--breaking")).code).toBe(1);
  });

  test("json is the diff, as the library has it", async () => {
    const { check } = await project(required);
    const { code, stdout } = await check("after.json", "--format", "json");
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toEqual(compareSnapshots(listed, required));
  });

  test("github's annotations name the kept snapshot", async () => {
    const { check } = await project(required);
    const { stdout } = await check("after.json", "--format", "github");
    const line = printSnapshot(listed)
      .split("\n")
      .findIndex((one) => one.includes('"name": "forecast"'));
    expect(stdout).toContain(
      `::warning file=src/weather/snapshot.json,line=${line + 1},`,
    );
  });

  test("what --only left out is not told", async () => {
    const tools = required.tools.slice(1);
    const { check } = await project({ ...listed, tools }, "--only", "other");
    expect((await check("after.json")).code).toBe(0);
  });

  test("writes nothing, and needs a snapshot to hold it against", async () => {
    const { cwd, check } = await project(required);
    await check("after.json");
    const kept = join(cwd, "src/weather/snapshot.json");
    expect(readFileSync(kept, "utf8")).toBe(printSnapshot(listed));
    const args = ["client", "after.json", "--check", "--out", "elsewhere"];
    const { code, stderr } = await mcpGen(args, { cwd });
    expect(code).toBe(2);
    expect(stderr).toContain("There is no elsewhere/snapshot.json");
  });
});

describe("a folder against its snapshot", () => {
  test("exits with 0 where it is what the snapshot gives", async () => {
    const { check } = await project(listed);
    expect(await check()).toMatchObject({ code: 0, stdout: "" });
  });

  test("exits with 1 and a diff where a file was edited, or the snapshot was", async () => {
    const { cwd, check } = await project(listed);
    const path = join(cwd, "src/weather/types.ts");
    const text = readFileSync(path, "utf8");
    writeFileSync(path, `${text}export type Mine = 1;\n`);
    const edited = await check();
    expect(edited.code).toBe(1);
    expect(edited.stdout).toContain("edited src/weather/types.ts");
    expect(edited.stdout).toContain("export type Mine = 1;");
    writeFileSync(path, text);
    const snapshot = join(cwd, "src/weather/snapshot.json");
    writeFileSync(snapshot, printSnapshot(required));
    const other = await check();
    expect(other.code).toBe(1);
    expect(other.stdout).toContain("changed src/weather/types.ts");
  });
});
