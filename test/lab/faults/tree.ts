import {
  cpSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

/** A copy of the repository that may be broken. */
export interface Tree {
  readonly folder: string;
  /** Where the official schema files are: not beside the copy. */
  readonly spec: string;
  /** Where the official JSON Schema Test Suite is. */
  readonly suite: string;
  /** The sources that hold a text, once for each time that they do. */
  filesWith(text: string): string[];
  /** Replaces a text of a file; returns what takes that back. */
  replace(file: string, text: string, replacement: string): () => void;
  remove(): void;
}

/** What nobody writes to is not copied. */
const linked = new Set(["node_modules", "dist"]);

export function copyTree(repository: string): Tree {
  const folder = mkdtempSync(path.join(tmpdir(), "mcp-gen-faults-"));
  for (const name of readdirSync(repository)) {
    if (name.startsWith(".git")) continue;
    const from = path.join(repository, name);
    const to = path.join(folder, name);
    if (linked.has(name)) symlinkSync(from, to);
    else cpSync(from, to, { recursive: true });
  }
  const sources = path.join(folder, "src");
  return {
    folder,
    spec:
      process.env["MCP_GEN_SPEC"] ?? path.join(repository, "../shared/spec"),
    suite:
      process.env["MCP_GEN_JSON_SCHEMA_SUITE"] ??
      path.join(repository, "../shared/json-schema-test-suite"),
    filesWith: (text) =>
      readdirSync(sources, { recursive: true, encoding: "utf8" })
        .filter((file) => file.endsWith(".ts"))
        .map((file) => path.join(sources, file))
        .flatMap((file) =>
          Array.from({ length: countOf(text, file) }, () => file),
        ),
    replace(file, text, replacement) {
      const before = readFileSync(file, "utf8");
      // A function, as a text would have signs with a meaning of their own.
      writeFileSync(
        file,
        before.replace(text, () => replacement),
      );
      return () => writeFileSync(file, before);
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function countOf(text: string, file: string): number {
  return readFileSync(file, "utf8").split(text).length - 1;
}
