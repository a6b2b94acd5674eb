import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { temporaryFolder, writeTree } from "../../emit/output/folder.ts";
import { buildCli } from "../../support/built-cli.ts";

const config = {
  compilerOptions: {
    paths: { "@/*": ["./lib/*"] },
    experimentalDecorators: true,
  },
};

test("Node runs TypeScript as the compiler understands it, on every version", async () => {
  const built = temporaryFolder();
  await buildCli(built);
  const loader = pathToFileURL(join(built, "dist/typescript.js")).href;
  const cwd = temporaryFolder();
  writeTree(cwd, {
    "package.json": '{ "type": "module" }',
    "tsconfig.json": `{ /* mine */ ${JSON.stringify(config).slice(1)}`,
    "main.ts": `
      import { a, type A } from "./a.js";
      import { b } from "@/b";
      import { c } from "./c.cjs";
      import { d } from "./folder";
      enum Kind { One = 1 }
      function tag(target: unknown): void { (target as { tag: number }).tag = 7; }
      @tag class Tagged {}
      const value: A = a;
      console.log(value, b, c, d, Kind.One, (Tagged as unknown as { tag: number }).tag);
      // a blank line above
      if (process.argv[2]) throw new Error("Here");`,
    "a.ts": 'export type A = string;\nexport const a: A = "a";',
    "lib/b.ts":
      'import e from "./e.json" with { type: "json" };\nexport const b = e.b;',
    "lib/e.json": '{ "b": "b" }',
    "c.cts":
      'import { join } from "node:path";\nexport const c = join("c", "c");',
    "folder/index.ts": "export const d = import.meta.url.length > 0;",
  });
  mkdirSync(join(cwd, "node_modules"));
  const node = (...args: string[]): ReturnType<typeof spawnSync> =>
    spawnSync(process.execPath, ["--import", loader, ...args], {
      cwd,
      encoding: "utf8",
    });
  const first = node("main.ts");
  expect(first.stderr).toBe("");
  expect(first.stdout).toBe("a b c/c true 1 7\n");
  // What was made is kept beside the packages, one file each.
  const cache = join(cwd, "node_modules/.cache/mcp-gen");
  expect(readdirSync(cache)).toHaveLength(5);
  const second = node("main.ts", "throw");
  expect(String(second.stderr)).toContain("main.ts:12:");
  expect(readdirSync(cache)).toHaveLength(5);
  writeTree(cwd, { "a.ts": "export const a: = 1;" });
  const broken = node("main.ts");
  expect(broken.status).toBe(1);
  expect(String(broken.stderr)).toMatch(/a\.ts:1:17: Type expected/);
  expect(existsSync(join(cwd, "main.js"))).toBe(false);
});

test("CommonJS asks for TypeScript, for modules and for both by way of each other", async () => {
  const built = temporaryFolder();
  await buildCli(built);
  const loader = pathToFileURL(join(built, "dist/typescript.js")).href;
  const cwd = temporaryFolder();
  mkdirSync(join(cwd, "node_modules/esm"), { recursive: true });
  writeTree(cwd, {
    "package.json": "{}",
    "tsconfig.json": '{ "compilerOptions": { "module": "nodenext" } }',
    // Packages that are modules of several files, as the runtime is.
    "node_modules/esm/package.json":
      '{ "type": "module", "exports": "./a.js" }',
    "node_modules/esm/a.js": 'export { chunk as esm } from "./chunk.js";',
    "node_modules/esm/chunk.js": 'export const chunk = "chunk";',
    "main.ts": `
      import { esm } from "esm";
      import { a } from "./a.js";
      import { b } from "./b";
      import { c } from "./c.mjs";
      enum Kind { One = 1 }
      void import("./barrel.js").then((all) => {
        console.log(require.main === module, esm, a, b, c, Kind.One, all.a, all.own);
        if (process.argv[2]) throw new Error("Here");
      });`,
    "a.ts": 'import { b } from "./b";\nexport const a: string = "a" + b;',
    "b/index.ts": 'export const b: string = "b";\nexport default b;',
    "c.mts":
      'import { esm } from "esm";\nimport { a } from "./a.js";\nexport const c: string = `c${a}${esm}`;',
    "barrel.ts":
      'export * from "./a.js";\nexport * as all from "./b";\nexport const own: number = 2;',
    "module.mts": `
      import whole, { a, all, own } from "./barrel.js";
      import { d } from "./d.cjs";
      await null;
      console.log(a, all.default, own, whole.a, d);`,
    "d.cts": 'import { c } from "./c.mjs";\nexport const d: string = `d${c}`;',
    "plain.js": 'console.log(require("./a").a, require("esm").esm);',
    "main.test.ts": `
      import test from "node:test";
      import { equal } from "node:assert/strict";
      import { a } from "./a.js";
      test("a", () => equal(a, "ab"));`,
  });
  const node = (...args: string[]): ReturnType<typeof spawnSync> =>
    spawnSync(process.execPath, ["--import", loader, ...args], {
      cwd,
      encoding: "utf8",
    });
  const printed = (file: string): unknown => {
    const { stdout, stderr } = node(file);
    return String(stderr) + String(stdout);
  };
  expect(printed("main.ts")).toBe("true chunk ab b cabchunk 1 ab 2\n");
  expect(printed("module.mts")).toBe("ab b 2 ab dcabchunk\n");
  expect(printed("plain.js")).toBe("ab chunk\n");
  expect(printed("d.cts")).toBe("");
  expect(node("--test", "main.test.ts").status).toBe(0);
  expect(String(node("main.ts", "throw").stderr)).toContain("main.ts:9:");
});
