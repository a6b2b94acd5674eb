import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { generate, type GenerateOptions } from "../../src/index.ts";
import { emitAll } from "../../src/project/api/emission.ts";
import { generateReport } from "../../src/project/api/generate.ts";
import { forgetful } from "../../src/project/api/memory.ts";
import {
  temporaryFolder,
  writeTree,
  type Tree,
} from "../emit/output/folder.ts";
import { mcpGen } from "./command-line.ts";

const revision = "2025-11-25";
const light = "@mcp-gen/runtime";
const node: Tree = {
  "node_modules/@types/node/package.json": `{ "version": "20.0.0" }`,
};

function json(value: unknown): string {
  return JSON.stringify(value);
}

describe("at a terminal", () => {
  test("generate says what it wrote, what to import and what the project lacks", async () => {
    const cwd = temporaryFolder();
    writeTree(cwd, { "package.json": "{}", "pnpm-lock.yaml": "" });
    const args = ["generate", revision, "--out", "src/mcp", "--with", "auth"];
    const { stdout, stderr } = await mcpGen(args, { cwd, isTerminal: true });
    expect(stdout).toBe("");
    expect(stderr.split("\n")).toEqual([
      expect.stringMatching(
        /^Wrote \d{3} files, \d{2},\d{3} lines to src\/mcp, of 2025-11-25$/,
      ),
      "",
      `  import { createServer, createClient, tool } from "./mcp/index.js";`,
      `  import { serveStdio } from "./mcp/runtime/serve-stdio.js";`,
      `  import { listen } from "./mcp/runtime/http-node.js"; // HTTP in Node`,
      `  import { createHttpHandler } from "./mcp/runtime/http.js"; // HTTP in workers, Deno, Bun`,
      `  import { spawnStdio } from "./mcp/runtime/spawn-stdio.js";`,
      `  import { httpTransport } from "./mcp/runtime/http-client.js"; // HTTP`,
      "",
      expect.stringMatching(/^\d{3} of the files are a copy of the runtime\./),
      "",
      "The project lacks:",
      expect.stringMatching(
        /^ {2}"type": "module" in package.json +npm pkg set/,
      ),
      expect.stringMatching(/^ {2}oauth4webapi +pnpm add oauth4webapi@3$/),
      expect.stringMatching(/^ {2}jose +pnpm add jose@6$/),
      expect.stringMatching(/^ {2}@types\/node +pnpm add --save-dev @types/),
      expect.stringMatching(/^ {2}a tsconfig.json +\{ "compilerOptions"/),
      "",
    ]);
  });

  test("what the light package leaves out is told, and what it asks for", async () => {
    const cwd = temporaryFolder();
    writeTree(cwd, {
      "package.json": json({ dependencies: { [light]: "*" } }),
    });
    const args = ["generate", revision, "--out", "mcp"];
    const { stderr } = await mcpGen(args, { cwd, isTerminal: true });
    expect(stderr).toContain(`from "@mcp-gen/runtime/serve-stdio";`);
    expect(stderr).toContain(`The runtime is ${light}, which the project has;`);
    expect(stderr).toContain(
      "Not emitted: standard, json-schema, protocol (--emit all).",
    );
  });

  test("a run that changes some says how many", async () => {
    const cwd = temporaryFolder();
    const args = ["generate", revision, "--out", "mcp", "--emit"];
    await mcpGen([...args, "types,standard"], { cwd });
    const { stderr } = await mcpGen([...args, "types"], {
      cwd,
      isTerminal: true,
    });
    expect(stderr).toMatch(
      /^Wrote \d files?, removed \d in mcp: now \d files, /,
    );
    expect(stderr).not.toContain("import");
  });
});

describe("what a project lacks", () => {
  const module_ = { type: "module" };
  const nodenext = { module: "nodenext", types: ["node"] };
  const asked = { dependencies: { [light]: "*" } };
  const compiler = (version: string): Tree => ({
    "node_modules/typescript/package.json": json({ version }),
  });
  const tsconfig = (compilerOptions: object, more: object = {}): Tree => ({
    "tsconfig.json": json({ compilerOptions, ...more }),
  });
  const esm: Tree = { "package.json": json(module_), ...node };
  const cjs: Tree = { "package.json": json(asked), ...node };

  test.each<[string, Tree, string[], GenerateOptions?]>([
    ["nothing", { ...esm, ...tsconfig(nodenext) }, []],
    ["no project", {}, ["package.json", "@types/node", "tsconfig.json"]],
    ["JavaScript", { "package.json": "{}" }, ['"module"'], { target: "js" }],
    ["data alone", {}, [], { emit: ["json-schema"] }],
    [
      "no types of Node",
      { "package.json": json(module_), ...tsconfig(nodenext) },
      ["@types/node"],
    ],
    [
      "types of Bun",
      {
        "package.json": json({
          ...module_,
          devDependencies: { "@types/bun": "1" },
        }),
        ...tsconfig({ ...nodenext, types: ["bun"] }),
      },
      [],
    ],
    [
      "types that are not named",
      { ...esm, ...tsconfig({ ...nodenext, types: [] }) },
      ['"types": ["node"]'],
    ],
    [
      "a compiler that asks for names",
      { ...esm, ...compiler("6.0.2"), ...tsconfig({ module: "nodenext" }) },
      ['"types": ["node"]'],
    ],
    [
      "one that does not",
      { ...esm, ...compiler("5.9.3"), ...tsconfig({ module: "nodenext" }) },
      [],
    ],
    [
      "an old lib",
      { ...esm, ...tsconfig({ ...nodenext, lib: ["ES2021", "DOM"] }) },
      ['"lib": ["es2022"]'],
    ],
    [
      "a newer lib",
      { ...esm, ...tsconfig({ ...nodenext, lib: ["esnext"] }) },
      [],
    ],
    [
      "an old target",
      { ...esm, ...tsconfig({ ...nodenext, target: "es2020" }) },
      ['"lib": ["es2022"]'],
    ],
    [
      "a base that says it",
      {
        ...esm,
        "base.json": `{ /* of all */ "compilerOptions": { "lib": ["es2020"], }, } // yes`,
        ...tsconfig(nodenext, { extends: "./base.json" }),
      },
      ['"lib": ["es2022"]'],
    ],
    [
      "a base in a package",
      {
        ...esm,
        "node_modules/@tsconfig/old/tsconfig.json": json({
          compilerOptions: { lib: ["es2020"] },
        }),
        ...tsconfig(nodenext, { extends: "@tsconfig/old/tsconfig" }),
      },
      ['"lib": ["es2022"]'],
    ],
    [
      "a config of references",
      {
        ...esm,
        "tsconfig.json": json({
          files: [],
          references: [
            { path: "./tsconfig.test.json" },
            { path: "./tsconfig.app.json" },
          ],
        }),
        "tsconfig.test.json": json({
          include: ["test"],
          compilerOptions: nodenext,
        }),
        "tsconfig.app.json": json({
          include: ["src"],
          compilerOptions: { ...nodenext, lib: ["es2020"] },
        }),
      },
      ['"lib": ["es2022"]'],
    ],
    ["a config that cannot be read", { ...esm, "tsconfig.json": "{" }, []],
    [
      "a config that extends itself",
      { ...esm, ...tsconfig({}, { extends: "./tsconfig.json" }) },
      [],
    ],
    [
      "CommonJS that can require modules",
      { ...cjs, ...compiler("5.8.2"), ...tsconfig(nodenext) },
      [],
    ],
    [
      "CommonJS that cannot",
      { ...cjs, ...compiler("5.7.3"), ...tsconfig(nodenext) },
      ['"type": "module"'],
    ],
    [
      "node16",
      {
        ...cjs,
        ...compiler("5.9.3"),
        ...tsconfig({ ...nodenext, module: "node16" }),
      },
      ['"type": "module"'],
    ],
    [
      "a bundler",
      {
        ...cjs,
        ...tsconfig({
          module: "esnext",
          moduleResolution: "bundler",
          target: "es2022",
        }),
      },
      [],
    ],
    [
      "a way that knows no exports",
      {
        ...cjs,
        ...compiler("5.9.3"),
        ...tsconfig({ module: "commonjs", target: "es2022" }),
      },
      ['"type": "module"', '"module": "nodenext"'],
    ],
    [
      "the light package in a browser",
      {
        "package.json": json({ ...asked, ...module_ }),
        ...tsconfig({ module: "nodenext", types: [], lib: ["es2022", "dom"] }),
      },
      [],
    ],
    ...[
      { lib: ["ES2022", "WebWorker"], types: [] },
      { lib: ["ES2022"], types: ["@cloudflare/workers-types"] },
      { lib: ["ES2022"], types: ["./worker-configuration.d.ts"] },
      { lib: ["ES2022"], types: [], skipLibCheck: true },
    ].map((options): [string, Tree, string[]] => [
      `the light package in a worker: ${json(options)}`,
      {
        ...node,
        "package.json": json({ ...asked, ...module_ }),
        ...tsconfig({ module: "nodenext", ...options }),
      },
      [],
    ]),
    [
      "the light package where nothing declares what the web has",
      {
        ...node,
        "package.json": json({ ...asked, ...module_ }),
        ...tsconfig({ module: "nodenext", types: [], lib: ["es2022"] }),
      },
      ['"types": ["node"]'],
    ],
    [
      "the light package, asked for by hand",
      { ...esm, ...tsconfig(nodenext) },
      [light],
      { runtime: light },
    ],
  ])("%s", async (_, tree, want, options = {}) => {
    const cwd = temporaryFolder();
    writeTree(cwd, tree);
    const out = join(cwd, "src/mcp");
    // What `generate` tells, without the two hundred files that it would write.
    const emit = ["server"] as const;
    const asked = { revisions: [revision], out, emit, ...options };
    const { lacks } = generateReport(await emitAll(asked, forgetful), [], out);
    expect(lacks).toHaveLength(want.length);
    for (const [place, what] of want.entries())
      expect(`${lacks[place]?.kind} ${lacks[place]?.what}`).toContain(
        what === '"module"' ? '"type": "module"' : what,
      );
  });
});

describe("what to import", () => {
  test.each<[GenerateOptions, string[]]>([
    [
      { importExtension: ".ts", emit: ["server"] },
      [
        `import { createServer } from "./index.ts";`,
        `import { serveStdio } from "./runtime/serve-stdio.ts";`,
        `import { listen } from "./runtime/http-node.ts"; // HTTP in Node`,
        `import { createHttpHandler } from "./runtime/http.ts"; // HTTP in workers, Deno, Bun`,
      ],
    ],
    [
      { importExtension: "none", emit: ["client"], runtime: "mcp-gen/runtime" },
      [
        `import { createClient } from "./index";`,
        `import { spawnStdio } from "mcp-gen/runtime/spawn-stdio";`,
        `import { httpTransport } from "mcp-gen/runtime/http-client"; // HTTP`,
      ],
    ],
    [
      { emit: ["server"], runtime: "./own.js" },
      [`import { createServer } from "./index.js";`],
    ],
    [
      { emit: ["types"] },
      [`import type * as mcp from "./${revision}/index.js";`],
    ],
    [
      { emit: ["guards"], target: "js" },
      [`import * as mcp from "./${revision}/index.js";`],
    ],
    [
      { emit: ["json-schema"] },
      [`import schema from "./${revision}/schema.json" with { type: "json" };`],
    ],
  ])("of %j", async (options, want) => {
    const { imports } = await generate({ revisions: [revision], ...options });
    expect(imports).toEqual(want);
  });
});
