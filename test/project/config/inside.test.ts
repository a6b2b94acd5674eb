import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  lockPath,
  type LockedInput,
  type LockedOutput,
} from "../../../src/project/config/index.ts";
import { sha256 } from "../../../src/base/digest.ts";
import { mcpGen, schema } from "../../cli/command-line.ts";
import {
  readTree,
  temporaryFolder,
  writeTree,
} from "../../emit/output/folder.ts";

const own: LockedInput = {
  kind: "revision",
  id: "next",
  path: "schema.ts",
  sha256: sha256(schema),
};

/** A project with a lock, in a folder with something else beside it. */
function projectWith(
  change: Partial<LockedOutput> & { readonly input?: Partial<LockedInput> },
) {
  const { input, ...others } = change;
  const parent = temporaryFolder();
  const cwd = join(parent, "project");
  const output: LockedOutput = {
    out: "out",
    generator: "0.0.0",
    options: { emit: ["types"], runtime: "copy" },
    inputs: [{ ...own, ...input }],
    ...others,
  };
  const lock = { formatVersion: 1, from: "a/b", outputs: [output] };
  writeTree(parent, {
    "project/schema.ts": schema,
    [`project/${lockPath}`]: JSON.stringify(lock),
    "beside/schema.ts": schema,
  });
  mkdirSync(join(cwd, "inner"));
  symlinkSync(join(parent, "beside"), join(cwd, "link"));
  symlinkSync("../../beside/schema.ts", join(cwd, "inner/schema.ts"));
  symlinkSync("../gone", join(cwd, "gone"));
  symlinkSync("inner", join(cwd, "near"));
  const run = (...args: string[]) => mcpGen(args, { cwd });
  return { parent, cwd, run };
}

const wrong: [title: string, ...Parameters<typeof projectWith>][] = [
  ["an output above", { out: "../escape" }],
  ["an output above, by way of a folder", { out: "inner/../../escape" }],
  ["an output behind a link", { out: "link/out" }],
  ["an output that is a link", { out: "link" }],
  ["an output behind a link to nowhere", { out: "gone/out" }],
  ["a schema above", { input: { path: "../beside/schema.ts" } }],
  ["a schema behind a link", { input: { path: "link/schema.ts" } }],
  ["a schema that is a link", { input: { path: "inner/schema.ts" } }],
];

describe("a lock whose paths leave the project", () => {
  test.each(wrong)("is refused: %s", async (_, change) => {
    const { parent, run } = projectWith(change);
    const before = readTree(parent);
    for (const command of ["generate", "check", "update"]) {
      const offline = command === "update" ? ["--offline"] : [];
      const { code, stdout, stderr } = await run(command, ...offline);
      expect([command, code, stdout]).toEqual([command, 2, ""]);
      expect(stderr).toContain(`error invalid-lock: ${lockPath}: the `);
      expect(stderr).toContain("outside of the project");
      expect(stderr).toContain("--allow-outside");
    }
    expect(readTree(parent)).toEqual(before);
  });

  test.each(["/etc/mcp", "C:/mcp", "c:mcp", "..\\mcp", "//host/share"])(
    "is no lock with the absolute or foreign path %s",
    async (out) => {
      const { run } = projectWith({ out });
      for (const flags of [[], ["--allow-outside"]]) {
        const { code, stderr } = await run("generate", ...flags);
        expect(code).toBe(2);
        expect(stderr).toContain("error invalid-lock");
      }
    },
  );

  test("is taken with --allow-outside", async () => {
    const { parent, run } = projectWith({
      out: "../escape",
      input: { path: "link/schema.ts" },
    });
    const flag = "--allow-outside";
    expect(await run("generate", flag)).toMatchObject({ code: 0 });
    expect(readTree(parent)).toHaveProperty(["escape/next/types.ts"]);
    expect(await run("check", flag)).toMatchObject({ code: 0 });
    expect(await run("update", "--offline", flag)).toMatchObject({ code: 0 });
  });

  test("does not concern links within, nor what the command line names", async () => {
    const { parent, run } = projectWith({ out: "near/out" });
    expect(await run("generate")).toMatchObject({ code: 0 });
    expect(readTree(parent)).toHaveProperty([
      "project/inner/out/next/types.ts",
    ]);
    const args = ["--schema", "schema.ts", "--revision", "next"];
    const named = [...args, "--emit", "types", "--out", "../named"];
    expect(await run("generate", ...named)).toMatchObject({ code: 0 });
  });
});

test("a configuration is held to the same", async () => {
  const { cwd, run } = projectWith({});
  const schemas = [{ revision: "next", path: "schema.ts" }];
  const config = "mcp-gen.config.json";
  const lockless = join(cwd, "lockless");
  for (const change of [
    { out: "../../escape" },
    { schemas: [{ revision: "next", path: "../../beside/schema.ts" }] },
    { facts: "../../facts.json" },
    { extensions: [{ extension: "a.b/c", path: "../../beside/schema.ts" }] },
  ]) {
    const text = JSON.stringify({ out: "out", schemas, ...change });
    writeTree(lockless, { [config]: text, "schema.ts": schema });
    for (const command of ["generate", "check", "update"]) {
      const { code, stderr } = await mcpGen([command], { cwd: lockless });
      expect([command, code]).toEqual([command, 2]);
      expect(stderr).toContain(`error invalid-config: ${config}: the `);
    }
  }
  expect(await run("check")).toMatchObject({ code: 1 });
});
