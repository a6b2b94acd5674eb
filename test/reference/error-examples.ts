import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { format } from "node:util";
import { vi } from "vitest";
import { writeExample } from "../readme/write.ts";

const root = path.join(import.meta.dirname, "../..");
const folder = path.join(root, "templates/build/reference/errors");

/** The first program of a page, and what the page says that this prints. */
export function exampleOf(file: string): ErrorExample {
  const text = readFileSync(path.join(root, file), "utf8");
  const block = (language: string): string =>
    text.split(`\`\`\`${language}\n`)[1]?.split("```")[0] ?? "";
  const program = block("ts");
  return {
    name: path.parse(file).name,
    program,
    printed: block("text").trim(),
    isHeavy: /"(mcp-gen|@mcp-gen\/runtime\/auth.*)"/.test(program),
  };
}

/** The program of an error's entry in the reference, and what it says that this prints. */
export interface ErrorExample {
  readonly name: string;
  readonly program: string;
  readonly printed: string;
  /** Whether it loads packages, which takes longer. */
  readonly isHeavy: boolean;
}

/** The examples of all entries. */
export function errorExamples(): ErrorExample[] {
  return ["entries", "parts"].flatMap((part) =>
    readdirSync(path.join(folder, part)).map((name) =>
      exampleOf(path.relative(root, path.join(folder, part, name))),
    ),
  );
}

/** Runs an example, and gives what it prints. */
export async function printedBy({
  name,
  program,
}: ErrorExample): Promise<string> {
  // Within the repository, because the examples import what is installed there.
  const place = mkdtempSync(path.join(root, ".example-"));
  const source = path.relative(place, path.join(root, "src/index.ts"));
  const file = path.join(place, `${name}.ts`);
  writeExample(file, program.replace('"mcp-gen"', `"${source}"`));
  const log = vi.spyOn(console, "log").mockReturnValue(undefined);
  try {
    await import(file);
    return log.mock.calls.map((given) => format(...given)).join("\n");
  } finally {
    log.mockRestore();
    rmSync(place, { recursive: true, force: true });
  }
}
