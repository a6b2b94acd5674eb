import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { emitNames } from "../../src/emit/index.ts";
import { generate } from "../../src/index.ts";
import { mcpGen } from "../cli/command-line.ts";
import { temporaryFolder, writeTree } from "../emit/output/folder.ts";
import { codeBlocks } from "./blocks.ts";

const page = readFileSync(
  new URL("../../docs/reference/emitted-files.md", import.meta.url),
  "utf8",
);

/** The paths that a drawn folder has; a line says them, and then what they are. */
function drawnPaths(tree: string): string[] {
  let folder = "";
  return tree
    .trim()
    .split("\n")
    .slice(1)
    .flatMap((line) => {
      const [names = ""] = line.trim().split(/ {2,}/);
      if (names.endsWith("/")) {
        folder = names;
        return [];
      }
      if (/^ {2}\S/.test(line)) folder = "";
      return names.split(" ").map((name) => folder + name);
    });
}

test("the folder that the page of emitted files draws is what generate writes", async () => {
  const [, rest = ""] = page.split("```text\n");
  const [tree = ""] = rest.split("```");
  const { files } = await generate({
    revisions: ["2025-11-25", "2026-07-28"],
    emit: emitNames,
    runtime: "@mcp-gen/runtime",
  });
  const written = files.map(({ path }) => path);
  // The newer revision has the files of the older.
  const newer = drawnPaths(tree)
    .filter((path) => path.startsWith("2025-11-25/"))
    .map((path) => path.replace("2025-11-25", "2026-07-28"));
  // What only a folder gets: it is written to no memory.
  const others = ["mcp-gen.manifest.json"];
  const drawn = [...drawnPaths(tree), ...newer].filter(
    (path) => !others.includes(path),
  );
  expect(drawn.sort()).toEqual(written.sort());
});

test("the summary that the page of generate shows is what a run ends with", async () => {
  const guide = readFileSync("docs/guides/generate.md", "utf8");
  const shown = codeBlocks(guide)
    .map(({ text }) => text)
    .find((text) => text.startsWith("Wrote "));
  const lines = (shown ?? "")
    .trim()
    .split("\n")
    .map((line) => line.trim());
  const cwd = temporaryFolder();
  const dependencies = { "@mcp-gen/runtime": "0.1.0" };
  writeTree(cwd, { "package.json": JSON.stringify({ dependencies }) });
  const args = ["generate", "2025-11-25", "2026-07-28", "--out", "src/mcp"];
  const { stderr } = await mcpGen(args, { cwd, isTerminal: true });
  const told = stderr.split("\n").map((line) => line.trim());
  const numberless = told.map((line) =>
    line.replace(/\d+,\d+ lines/, "… lines"),
  );
  const missing = lines.filter(
    (line) => line !== "…" && !numberless.includes(line),
  );
  expect(lines.length).toBeGreaterThan(5);
  expect(missing).toEqual([]);
});
