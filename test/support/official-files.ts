import { existsSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { TestOptions } from "vitest";

const repository = fileURLToPath(new URL("../..", import.meta.url));

/** Official files that some tests read, and that are not part of the repository. */
export interface OfficialFiles {
  readonly title: string;
  /** Absolute path of the folder that has them. */
  readonly folder: string;
  /** Environment variable that names another folder. */
  readonly variable: string;
  /** A file or a folder in it that has to exist. */
  readonly example: string;
}

function files(
  title: string,
  variable: string,
  usual: string,
  example: string,
): OfficialFiles {
  const folder = process.env[variable] ?? path.join(repository, usual);
  return { title, folder, variable, example };
}

const schemas = [
  "MCP_GEN_SPEC",
  // Beside a clone.
  "../shared/spec",
] as const;

/** All kinds of official files, by the name that `needs` takes. */
export const officialFiles = {
  schemas: files("MCP schemas", ...schemas, "2025-11-25/schema.ts"),
  examples: files("MCP examples", ...schemas, "2026-07-28/examples"),
  extensions: files(
    "MCP extension schemas",
    ...schemas,
    "extensions/tasks/draft/schema.ts",
  ),
  suite: files(
    "JSON Schema Test Suite",
    "MCP_GEN_JSON_SCHEMA_SUITE",
    "../shared/json-schema-test-suite",
    "tests",
  ),
} as const satisfies Readonly<Record<string, OfficialFiles>>;

export type OfficialKind = keyof typeof officialFiles;

/** True if official files of a kind exist on this machine. */
export function hasOfficialFiles(kind: OfficialKind): boolean {
  const { folder, example } = officialFiles[kind];
  return existsSync(path.join(folder, example));
}

declare module "vitest" {
  interface TaskMeta {
    /** Official files that a test, or a group of tests, reads. */
    needs?: OfficialKind;
  }
}

/**
 * Options of a test, or of a group of tests, that reads official files: it is skipped
 * without them, and the report of the run counts it.
 */
export function needs(kind: OfficialKind): TestOptions {
  return { skip: !hasOfficialFiles(kind), meta: { needs: kind } };
}
