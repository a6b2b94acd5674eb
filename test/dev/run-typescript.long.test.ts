import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { temporaryFolder, writeTree } from "../output/folder.ts";
import { buildCli } from "../support/built-cli.ts";

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
