import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished, expect, test } from "vitest";
import {
  loadScript,
  type LoadedScript,
} from "../../../src/schema/parse/source/code-cache.ts";

interface Place {
  readonly file: string;
  readonly cache: string;
  load(): LoadedScript;
}

function place(text: string): Place {
  const folder = mkdtempSync(join(tmpdir(), "mcp-gen-code-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, "script.js");
  const cache = join(folder, "made/on/demand/script.v8");
  writeFileSync(file, text);
  return { file, cache, load: () => loadScript(file, cache) };
}

const script = `exports.name = require("node:path").basename(__filename) + " ü";`;

test("what was compiled is taken by the next one that loads the same", () => {
  const { load } = place(script);
  const first = load();
  expect(first).toMatchObject({
    isCached: false,
    exports: { name: "script.js ü" },
  });
  first.keep();
  expect(load()).toMatchObject({
    isCached: true,
    exports: { name: "script.js ü" },
  });
});

test("what is altered, cut off or of another script is not taken", () => {
  const { file, cache, load } = place(script);
  load().keep();
  const kept = readFileSync(cache);
  const altered = Buffer.from(kept);
  altered[altered.length - 9] = (altered.at(-9) ?? 0) ^ 1;
  for (const wrong of [altered, kept.subarray(0, -5), Buffer.alloc(0)]) {
    writeFileSync(cache, wrong);
    expect(load().isCached).toBe(false);
  }
  writeFileSync(cache, kept);
  expect(load().isCached).toBe(true);
  // As long as it was, to the byte.
  writeFileSync(file, script.replace("name", "same"));
  expect(load()).toMatchObject({
    isCached: false,
    exports: { same: "script.js ü" },
  });
});

test("where nothing can be kept, it is loaded all the same", () => {
  const { file } = place(script);
  const loaded = loadScript(file, join(file, "below/a/file.v8"));
  expect(() => loaded.keep()).not.toThrow();
  expect(loaded.isCached).toBe(false);
});
