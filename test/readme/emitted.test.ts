import { expect, test } from "vitest";
import { load } from "../../src/spec/load.ts";
import { emitFiles } from "../support/emitted.ts";
import { pageBlocks } from "./blocks.ts";

const files = emitFiles([await load("2025-11-25")]);

test("what the README shows of the emitted code is emitted", () => {
  const emitted = files
    .filter(({ path }) => path.endsWith(".ts"))
    .map(({ text }) => text)
    .join("\n");
  const lines = new Set(emitted.split("\n").map((line) => line.trim()));
  const shown = pageBlocks("docs/reference/emitted-files.md");
  expect(shown).toHaveLength(5);
  for (const line of shown.flatMap((block) => block.split("\n")))
    if (line.trim() !== "// …") expect(lines).toContain(line.trim());
});
