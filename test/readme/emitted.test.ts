import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { blocks } from "./blocks.ts";

const folder = new URL("../../generated/2025-11-25/", import.meta.url);

test("what the README shows of the emitted code is emitted", () => {
  const names = readdirSync(folder).filter((name) => name.endsWith(".ts"));
  const emitted = names
    .map((name) => readFileSync(new URL(name, folder), "utf8"))
    .join("\n");
  const lines = new Set(emitted.split("\n").map((line) => line.trim()));
  const shown = blocks("What is emitted");
  expect(shown).toHaveLength(5);
  for (const line of shown.flatMap((block) => block.split("\n")))
    if (line.trim() !== "// …") expect(lines).toContain(line.trim());
});
