import type {
  SnapshotChange,
  SnapshotList,
} from "../../../../contracts/compare/index.ts";
import { escapeControls } from "../../../../base/diagnostics/escape.ts";
import type { Place } from "../../../../compat/protocol-diff/index.ts";

/** Where what a change is of stands in a file; undefined where it stands nowhere. */
export type PositionOf = (change: SnapshotChange) => Place | undefined;

const keys: Readonly<Record<SnapshotList, string>> = {
  tools: "name",
  prompts: "name",
  resources: "uri",
  resourceTemplates: "name",
};

/**
 * Finds the things of a snapshot in its text, as `mcp-gen client` prints it: each on the line
 * that names it, and what is new where its list begins.
 */
export function createPositions(text: string, file: string): PositionOf {
  const lines = new Map<string, number>();
  let list = "";
  for (const [at, line] of text.split("\n").entries()) {
    const [, begun] = /^ {2}"(\w+)": /.exec(line) ?? [];
    if (begun !== undefined) lines.set((list = begun), at + 1);
    const [, key, name] = /^ {6}"(\w+)": (".*"),?$/.exec(line) ?? [];
    if (key === keys[list as SnapshotList] && name !== undefined)
      lines.set(`${list} ${name}`, at + 1);
  }
  return ({ kind, before, where: { list: of, name = "" } }) => {
    const known = kind === "renamed" ? (before ?? "") : name;
    const line =
      of === undefined
        ? lines.get("server")
        : (lines.get(`${of} ${escapeControls(JSON.stringify(known))}`) ??
          lines.get(of));
    return { file, line: line ?? 1, column: 1 };
  };
}
