import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../emit/output/folder.ts";
import { readPage } from "./blocks.ts";
import { walkPage } from "./walk/walk-page.ts";

const page = readPage("README.md");

test("README.md is short, and its first lines show what runs", () => {
  const lines = page.trimEnd().split("\n");
  expect(lines.length).toBeLessThanOrEqual(200);
  expect(page.split(/\s+/).length).toBeLessThanOrEqual(1_800);
  const top = lines.slice(0, 45).join("\n");
  expect(top).toContain("## Try it from a clone");
  expect(top).toContain("```sh\nnpm ci && npm run example\n```");
  expect(top).toContain("```sh\nnpm ci && npm test\n```");
});

test("the table of documentation has at most 20 links", () => {
  const [, table = ""] = page.split("\n## Documentation\n");
  const links = table.match(/\]\(/g) ?? [];
  expect(links.length).toBeGreaterThan(10);
  expect(links.length).toBeLessThanOrEqual(20);
});

test("server, client and typed client run as the page shows", async () => {
  const sections = ["A server", "A client", "A typed client"].map(sectionOf);
  for (const section of sections)
    expect(section).toMatch(/^```ts \[[\w.]+\]$/m);
  await walkPage(sections.join("\n"), {
    folder: linkedProject(),
    env: () => ({ PATH: process.env["PATH"] ?? "" }),
  });
});

function sectionOf(title: string): string {
  const [, rest = ""] = page.split(`\n## ${title}\n`);
  return rest.split("\n## ")[0] ?? "";
}

/** Returns a new project that has the built packages and zod. */
function linkedProject(): string {
  const folder = temporaryFolder();
  const modules = join(folder, "node_modules");
  for (const own of ["@mcp-gen", ".bin"])
    mkdirSync(join(modules, own), { recursive: true });
  const packages = resolve("dist/packages");
  symlinkSync(join(packages, "runtime"), join(modules, "@mcp-gen/runtime"));
  symlinkSync(join(packages, "mcp-gen"), join(modules, "mcp-gen"));
  symlinkSync("../mcp-gen/dist/cli.js", join(modules, ".bin/mcp-gen"));
  symlinkSync(resolve("node_modules/zod"), join(modules, "zod"));
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  return folder;
}
