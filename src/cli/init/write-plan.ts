import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import {
  OutputError,
  isSystemError,
  withOutputErrors,
} from "../../emit/output/error.ts";
import type { InitPlan } from "./plan.ts";
import type { PlannedFile } from "./planned-file.ts";

/**
 * Writes what was planned. A file that has come meanwhile is left, and so is one that has
 * changed: both throw an OutputError.
 */
export function writePlan(folder: string, { files }: InitPlan): void {
  withOutputErrors(() => {
    for (const file of files) write(folder, file);
  });
}

function write(folder: string, { path, text, before }: PlannedFile): void {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  if (before !== undefined && readFileSync(file, "utf8") !== before)
    throw changed(path);
  try {
    writeFileSync(file, text, { flag: before === undefined ? "wx" : "w" });
  } catch (error) {
    throw isSystemError(error, "EEXIST") ? changed(path) : error;
  }
}

function changed(path: string): OutputError {
  return new OutputError(
    "in-the-way",
    `${path} has changed while init was at work`,
    { paths: [path], hint: "run it once more: what is there is kept" },
  );
}
