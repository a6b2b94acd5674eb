import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect } from "vitest";
import type { EmittedFile } from "../../../src/emit/index.ts";
import { mcpGen, type Outcome } from "../../cli/command-line.ts";
import { temporaryFolder, writeTree } from "../../emit/output/folder.ts";
import { harms } from "./harmless.ts";

/** What came of a command, and all that is in the folder where it ran. */
export interface Made extends Outcome {
  readonly files: readonly EmittedFile[];
}

/** Runs `mcp-gen` for somebody at a terminal, in a folder that has a file at most. */
export async function made(
  args: readonly string[],
  given: Readonly<Record<string, string>> = {},
): Promise<Made> {
  const cwd = temporaryFolder();
  writeTree(cwd, given);
  const outcome = await mcpGen(args, { cwd, isTerminal: true });
  const files = readdirSync(cwd, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => path.join(parentPath, name))
    .map((file) => ({
      path: path.relative(cwd, file),
      text: readFileSync(file, "utf8"),
    }));
  return { ...outcome, files };
}

/** Nothing in it moves a cursor, or is longer than anybody reads. */
export function expectPlain(text: string): void {
  expect(harms([{ path: "told", text }])).toEqual([]);
  expect(text.length).toBeLessThan(20_000);
}
