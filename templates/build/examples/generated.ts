import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";

/** Files of generated code that lie in one folder, by their paths in it. */
interface Part {
  readonly folder: string;
  readonly files: readonly string[];
}

/** Describes the TypeScript files in a folder of generated code. */
export function describeGenerated(folder: string): string {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts"))
    .map((file) => file.split(path.sep).join("/"))
    .sort();
  const lines = files.reduce(
    (sum, file) => sum + countLines(path.join(folder, file)),
    0,
  );
  const parts = partsOf(files);
  const width = Math.max(...parts.map((part) => part.folder.length));
  const where = path.relative(process.cwd(), folder).split(path.sep).join("/");
  return [
    `Generated ${files.length} files with ${lines.toLocaleString("en-US")} lines in ${where}:`,
    ...parts.map(
      (part) => `  ${part.folder.padEnd(width)}  ${part.files.join(", ")}`,
    ),
  ].join("\n");
}

/** Groups files by their first folder; those of no folder come last, as `./`. */
function partsOf(files: readonly string[]): Part[] {
  const groups = new Map<string, string[]>();
  for (const file of files) {
    const slash = file.indexOf("/") + 1;
    const folder = slash === 0 ? "./" : file.slice(0, slash);
    groups.set(folder, [...(groups.get(folder) ?? []), file.slice(slash)]);
  }
  return [...groups]
    .map(([folder, names]) => ({ folder, files: names }))
    .sort((a, b) => Number(a.folder === "./") - Number(b.folder === "./"));
}

function countLines(file: string): number {
  return readFileSync(file, "utf8").split("\n").length - 1;
}
