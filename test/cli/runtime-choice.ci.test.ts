import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { generate } from "../../src/index.ts";
import { packageVersion } from "../../src/base/package.ts";
import {
  readTree,
  temporaryFolder,
  writeTree,
  type Tree,
} from "../emit/output/folder.ts";
import { mcpGen, project } from "./command-line.ts";

const light = "@mcp-gen/runtime";
const manifest = "out/mcp-gen.manifest.json";

/** A project with a schema, and files of its own. */
function projectWith(tree: Tree): ReturnType<typeof project> {
  const made = project();
  writeTree(made.cwd, tree);
  return made;
}

/** package.json, with a package in one of its lists. */
function asking(list: string, name = light): Tree {
  return { "package.json": JSON.stringify({ [list]: { [name]: "*" } }) };
}

function runtimeOf(cwd: string): unknown {
  const text = readFileSync(join(cwd, manifest), "utf8");
  return (JSON.parse(text) as { runtime?: unknown }).runtime;
}

describe("without --runtime, the runtime is", () => {
  const installed: Tree = {
    [`node_modules/${light}/package.json`]: `{ "version": "9.9.9" }`,
  };
  test.each<[string, Tree, string]>([
    ["a dependency", asking("dependencies"), light],
    ["asked for in development", asking("devDependencies"), light],
    ["a peer", asking("peerDependencies"), light],
    ["installed, as a workspace has it above", installed, light],
    ["not there", asking("dependencies", "zod"), "copy"],
    ["in no project at all", {}, "copy"],
    ["in a project that cannot be read", { "package.json": "{" }, "copy"],
    [
      "of the package above the nearest one, and not installed",
      { ...asking("dependencies"), "out/package.json": "{}" },
      "copy",
    ],
  ])("chosen by what the project has: %s", async (_, tree, want) => {
    const { cwd, args } = projectWith(tree);
    await mcpGen(["generate", ...args], { cwd });
    expect(runtimeOf(cwd)).toBe(want);
    const files = readTree(join(cwd, "out"));
    expect("runtime/index.ts" in files).toBe(want === "copy");
    expect(files["next/server.ts"]).toContain(
      want === "copy" ? `from "../runtime/index.js"` : `from "${light}/core"`,
    );
    expect((await mcpGen(["check", ...args], { cwd })).code).toBe(0);
  });

  test("what it was before, whatever the project has since", async () => {
    const { cwd, args } = projectWith({});
    await mcpGen(["generate", ...args], { cwd });
    const before = readTree(join(cwd, "out"));
    writeTree(cwd, asking("dependencies"));
    expect((await mcpGen(["check", ...args], { cwd })).code).toBe(0);
    await mcpGen(["generate", ...args], { cwd });
    expect(readTree(join(cwd, "out"))).toEqual(before);
    await mcpGen(["generate", ...args, "--runtime", light], { cwd });
    expect(runtimeOf(cwd)).toBe(light);
    writeTree(cwd, { "package.json": "{}" });
    await mcpGen(["generate", ...args], { cwd });
    expect(runtimeOf(cwd)).toBe(light);
    await mcpGen(["generate", ...args, "--runtime", "copy"], { cwd });
    expect(readTree(join(cwd, "out"))).toEqual(before);
  });

  test("a copy in a folder of an earlier version, which has one and does not say so", async () => {
    const { cwd, args } = projectWith({});
    await mcpGen(["generate", ...args], { cwd });
    const text = readFileSync(join(cwd, manifest), "utf8");
    writeTree(cwd, {
      ...asking("dependencies"),
      [manifest]: text.replace(/ *"runtime": "copy",\n/, ""),
    });
    expect(runtimeOf(cwd)).toBeUndefined();
    await mcpGen(["generate", ...args], { cwd });
    expect(runtimeOf(cwd)).toBe("copy");
  });

  test("a copy where parts of one are asked for", async () => {
    const { cwd, args } = projectWith(asking("dependencies"));
    await mcpGen(["generate", ...args, "--with", "auth"], { cwd });
    expect(runtimeOf(cwd)).toBe("copy");
  });

  test("undecided where nothing runs on it", async () => {
    const { cwd, args } = projectWith({});
    await mcpGen(["generate", ...args, "--emit", "types"], { cwd });
    expect(runtimeOf(cwd)).toBeUndefined();
    writeTree(cwd, asking("dependencies"));
    await mcpGen(["generate", ...args], { cwd });
    expect(runtimeOf(cwd)).toBe(light);
  });

  test("a copy in memory", async () => {
    const { runtime } = await generate({ revisions: ["2025-11-25"] });
    expect(runtime).toBe("copy");
  });
});

test.each([`{ "runtime": 7, "files": {} }`, `{ "runtime": "", "files": {} }`])(
  "a manifest with another runtime is broken: %s",
  async (text) => {
    const broken = text.replace("{", `{ "formatVersion": 1,`);
    const { cwd, args } = projectWith({ [manifest]: broken });
    const { code, stderr } = await mcpGen(["generate", ...args], { cwd });
    expect(stderr).toContain("has a runtime that is no module");
    expect(code).toBe(2);
  },
);

test("two revisions on the light package are about 20 files, and all are there when asked for", async () => {
  const cwd = temporaryFolder();
  writeTree(cwd, asking("dependencies"));
  const args = ["generate", "2025-11-25", "2026-07-28", "--out", "out"];
  await mcpGen(args, { cwd });
  const names = Object.keys(readTree(join(cwd, "out")));
  expect(names.length).toBeLessThan(25);
  expect(names).toContain("2025-11-25/server.ts");
  expect(names).not.toContain("2025-11-25/schema.json");
  await mcpGen([...args, "--emit", "all"], { cwd });
  const all = Object.keys(readTree(join(cwd, "out")));
  expect(all).toEqual(expect.arrayContaining(names));
  for (const name of ["schema.json", "protocol.json", "standard.ts"])
    expect(all).toContain(`2025-11-25/${name}`);
});

describe("another version of the light package", () => {
  const other: Tree = {
    ...asking("dependencies"),
    [`node_modules/${light}/package.json`]: `{ "version": "9.9.9" }`,
  };
  const same: Tree = {
    ...other,
    [`node_modules/${light}/package.json`]: `{ "version": "${packageVersion()}" }`,
  };

  test("is told, also to a pipe, and the same is not", async () => {
    const { cwd, args } = projectWith(other);
    const { stderr, code } = await mcpGen(["generate", ...args], { cwd });
    expect(stderr).toContain(
      `warning runtime-version: ${light} ${packageVersion()}: 9.9.9 is installed: npm install ${light}@${packageVersion()}\n`,
    );
    expect(code).toBe(0);
    writeTree(cwd, same);
    const fitting = await mcpGen(["generate", ...args], { cwd });
    expect(fitting.stderr).not.toContain("runtime-version");
  });

  test("is in the report", async () => {
    const { cwd } = projectWith(other);
    const { lacks, packages, runtime } = await generate({
      revisions: ["2025-11-25"],
      out: join(cwd, "out"),
      target: "js",
    });
    expect(runtime).toBe(light);
    expect(packages).toEqual([{ name: light, range: packageVersion() }]);
    expect(lacks.map(({ kind }) => kind)).toEqual(["module", "version"]);
  });
});
