import { spawnSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { temporaryFolder, writeTree } from "../../emit/output/folder.ts";

// What `npm run build` lays out stands in for what npm would install.
const packages = resolve("dist/packages");
const cli = join(packages, "mcp-gen/dist/cli.js");

const libraries = [
  ...["zod", "valibot", "@valibot/to-json-schema", "arktype", "ajv"],
  ...["typescript", "@types/node"],
];

function node(cwd: string, ...args: string[]): ReturnType<typeof spawnSync> {
  return spawnSync(process.execPath, args, { cwd, encoding: "utf8" });
}

/** Links what a project needs, as npm would install it. */
function install(folder: string, names: readonly string[] = libraries): void {
  const modules = join(folder, "node_modules");
  for (const scope of ["@mcp-gen", "@valibot", "@types"])
    mkdirSync(join(modules, scope), { recursive: true });
  for (const name of names)
    symlinkSync(resolve("node_modules", name), join(modules, name));
  symlinkSync(join(packages, "runtime"), join(modules, "@mcp-gen/runtime"));
  symlinkSync(join(packages, "mcp-gen"), join(modules, "mcp-gen"));
}

function scriptsOf(folder: string): Record<string, string> {
  const text = spawnSync("cat", ["package.json"], { cwd: folder }).stdout;
  return (JSON.parse(String(text)) as { scripts: Record<string, string> })
    .scripts;
}

/** Runs a script of the manifest, without npm. */
function runScript(folder: string, name: string): void {
  const line = scriptsOf(folder)[name] ?? "";
  const [program, ...args] = line.split(" ");
  const words =
    program === "tsc" ? ["node_modules/typescript/bin/tsc", ...args] : args;
  const { status, stdout, stderr } = node(folder, ...words);
  expect({
    line,
    status,
    output: status === 0 ? "" : `${stdout}${stderr}`,
  }).toEqual({ line, status: 0, output: "" });
}

const everything = ["--role", "both", "--transport", "stdio,http"];

beforeAll(() => {
  expect(node(".", cli, "--version").status).toBe(0);
});

test.each(["zod", "valibot", "arktype", "ajv"])(
  "a new project on %s compiles, and its tests pass, without a build and with one",
  (library) => {
    const folder = temporaryFolder();
    const args = [...everything, "--schema-library", library];
    expect(node(folder, cli, "init", ...args).status).toBe(0);
    install(folder);
    runScript(folder, "test");
    runScript(folder, "build");
    const called = node(
      folder,
      ...[cli, "call", "--format", "json"],
      ...[
        "greet",
        "--arg",
        "name=Ada",
        "--",
        process.execPath,
        "dist/stdio.js",
      ],
    );
    expect(String(called.stdout)).toContain("Hello, Ada!");
  },
);

test.each([
  ["CommonJS", '{"type":"commonjs"}', undefined, "build"],
  [
    "CommonJS with a compiler of its own",
    '{"type":"commonjs","scripts":{"build":"x","test":"x"}}',
    { module: "commonjs", outDir: "out" },
    "build:mcp",
  ],
  [
    "a bundler",
    '{"type":"module"}',
    { module: "esnext", moduleResolution: "bundler", noEmit: true },
    "build",
  ],
  [
    "no types of Node",
    '{"type":"module"}',
    {
      module: "nodenext",
      rootDir: "src",
      outDir: "lib",
      strict: true,
      types: [],
    },
    "build",
  ],
])(
  "what is added to a project of %s compiles, and its tests pass",
  (_, manifest, compilerOptions, build) => {
    const folder = temporaryFolder();
    writeTree(folder, { "package.json": manifest });
    if (compilerOptions)
      writeFileSync(
        join(folder, "tsconfig.json"),
        JSON.stringify({ compilerOptions, include: ["src"] }),
      );
    expect(node(folder, cli, "init", ...everything).status).toBe(0);
    install(folder);
    const scripts = scriptsOf(folder);
    runScript(folder, scripts["test:mcp"] ? "test:mcp" : "test");
    runScript(folder, build);
  },
);
