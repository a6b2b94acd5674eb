import { UsageError } from "../base/diagnostics/error.ts";

// What stands beside the revisions in the output folder, the word for all of
// them, and the names that Windows keeps for devices.
const reserved = new Set([
  ...[
    "index",
    "runtime",
    "shared",
    "extensions",
    "mcp-gen",
    "node_modules",
    "all",
  ],
  ...["con", "prn", "aux", "nul", "conin$", "conout$"],
  ...numbered("com"),
  ...numbered("lpt"),
]);

const maxLength = 64;

/**
 * Asserts that revision ids can be folders of the output: a safe name each, and no
 * two the same. Throws a `UsageError`.
 */
export function assertRevisionIds(ids: readonly string[]): void {
  const seen = new Set<string>();
  for (const id of ids) {
    assertSafe(id);
    const key = id.toLowerCase();
    if (seen.has(key)) throw duplicate(id);
    seen.add(key);
  }
}

function assertSafe(id: string): void {
  const shown = JSON.stringify(id);
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(id) || id.endsWith(".")) {
    throw new UsageError("unsafe-revision", `Unfit revision id ${shown}`, {
      hint: "it names a folder: use letters, digits, and . _ - between them",
    });
  }
  if (id.length > maxLength) {
    throw new UsageError("unsafe-revision", `Too long a revision id ${shown}`);
  }
  const [stem = id] = id.toLowerCase().split(".");
  if (!reserved.has(stem)) return;
  throw new UsageError("unsafe-revision", `Reserved revision id ${shown}`);
}

function duplicate(id: string): UsageError {
  return new UsageError(
    "duplicate-revision",
    `The revision "${id}" is given twice`,
  );
}

function numbered(name: string): string[] {
  return Array.from({ length: 10 }, (_, digit) => `${name}${digit}`);
}
