import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { codeBlocks, readPage } from "./blocks.ts";
import { compile, writeBlocks } from "./compiled.ts";
import { emittedFiles, writeEmitted, type EmittedFile } from "./emitted.ts";
import { allPages } from "./pages.ts";

const root = join(import.meta.dirname, "../..");
const pages = allPages();

/** Pages written by programs, from sources that have tests of their own. */
const generated = /^docs\/reference\//;

describe("programs of pages compile", () => {
  const withPrograms = pages
    .filter((page) => !generated.test(page))
    .map((page) => [page, readPage(page)] as const);
  // What such a page says holds for every program that is compiled with it.
  const isAlone = ([, text]: readonly [string, string]): boolean =>
    codeBlocks(text).some((block) =>
      /^declare (?:module|global)\b/m.test(block.text),
    );
  let folder: string;
  let emitted: readonly EmittedFile[];

  // Within the repository, because programs import what is installed there.
  beforeAll(async () => {
    emitted = await emittedFiles();
    folder = mkdtempSync(join(root, ".example-"));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** Compiles pages in a folder of this name: below it, each in its own. */
  function check(
    name: string,
    of: readonly (readonly [string, string])[],
  ): void {
    const own = join(folder, name);
    mkdirSync(own);
    for (const [page, text] of of) {
      writeBlocks(join(own, page), text);
      writeEmitted(join(own, page), text, emitted);
    }
    expect(compile(own)).toBe("");
  }

  test("all that share no declaration", () => {
    const shared = withPrograms.filter((page) => !isAlone(page));
    expect(shared.length).toBeGreaterThan(15);
    check("shared", shared);
  });

  test.each(withPrograms.filter(isAlone))(
    "%s, which declares for all of its programs",
    (page, text) => check(`alone-${page.replaceAll("/", "-")}`, [[page, text]]),
  );
});
