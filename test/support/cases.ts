import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "vitest";
import {
  parseSchema,
  type ParsedSchema,
} from "../../src/schema/parse/index.ts";

const tests = fileURLToPath(new URL("..", import.meta.url));

/** The folders below `test/<collection>`, sorted. */
export function caseNames(collection: string): string[] {
  const entries = readdirSync(path.join(tests, collection), {
    withFileTypes: true,
  });
  return entries
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
}

/** Parses the schema.ts of a case, with the files beside it. */
export function parseCase(collection: string, name: string): ParsedSchema {
  const folder = path.join(tests, collection, name);
  const read = (file: string): { path: string; text: string } => ({
    path: file,
    text: readFileSync(path.join(folder, file), "utf8"),
  });
  return parseSchema(read("schema.ts"), {
    readSibling(specifier, from) {
      const file = path.posix.join(path.posix.dirname(from), specifier);
      return existsSync(path.join(folder, file)) ? read(file) : undefined;
    },
  });
}

/** Compares with a file of the case, or writes it when UPDATE_GOLDENS is 1. */
export function expectGolden(file: string, actual: string): void {
  const golden = path.join(tests, file);
  if (process.env["UPDATE_GOLDENS"] === "1") {
    mkdirSync(path.dirname(golden), { recursive: true });
    writeFileSync(golden, actual);
  }
  const wanted = existsSync(golden) ? readFileSync(golden, "utf8") : undefined;
  expect(wanted, `${file} is missing: run with UPDATE_GOLDENS=1`).toBeDefined();
  expect(actual).toBe(wanted);
}
