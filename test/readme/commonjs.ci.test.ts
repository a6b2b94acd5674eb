import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { readPage } from "./blocks.ts";
import { compile, writeBlocks } from "./compiled.ts";

const root = join(import.meta.dirname, "../..");

/** The pages of the first hour. */
const pages = ["docs/guides/start.md", "docs/guides/first-server.md"];

test("programs of the first hour compile as CommonJS too", () => {
  // Within the repository, because programs import what is installed there.
  const folder = mkdtempSync(join(root, ".example-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, "package.json"), "{}");
  for (const page of pages) writeBlocks(join(folder, page), readPage(page));
  const options = {
    verbatimModuleSyntax: false,
    rewriteRelativeImportExtensions: false,
  };
  expect(compile(folder, options)).toBe("");
});
