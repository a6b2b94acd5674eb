import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";

const folder = path.join(import.meta.dirname, "../recorded");

/** Whether the recordings are written anew instead of compared. */
export const isUpdate: boolean = process.env["UPDATE_TRANSCRIPTS"] === "1";

/** The recording of a scenario, after it was written if that is asked for. */
export function recorded(name: string, text: string): string {
  const file = path.join(folder, `${name}.txt`);
  if (isUpdate) {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  if (!existsSync(file))
    throw new Error(
      `There is no recording of ${name}: UPDATE_TRANSCRIPTS=1 writes it`,
    );
  return readFileSync(file, "utf8");
}

/** The recordings that no scenario has, after they were removed if that is asked for. */
export function strayRecordings(names: readonly string[]): string[] {
  const known = new Set(names.map((name) => path.normalize(`${name}.txt`)));
  const stray = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".txt"))
    .filter((name) => !known.has(name));
  if (!isUpdate) return stray;
  for (const name of stray) rmSync(path.join(folder, name));
  return [];
}
