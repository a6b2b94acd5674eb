import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import {
  planOutput,
  recoverOutput,
  writeOutput,
  type OutputPlan,
  type WriteOptions,
} from "../../../src/emit/output/index.ts";

/** Files by path, as a test writes them down. */
export type Tree = Record<string, string>;

/** An empty folder that goes with the test. */
export function temporaryFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "mcp-gen-")));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export function writeTree(folder: string, tree: Tree): void {
  for (const [path, text] of Object.entries(tree)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

/** Everything in a folder: files with their text, links with their target, empty folders. */
export function readTree(folder: string): Tree {
  // Without a prototype, so that no name means anything.
  const tree = Object.create(null) as Tree;
  const visit = (path: string): void => {
    const names = readdirSync(join(folder, path)).sort();
    if (names.length === 0 && path !== "") tree[`${path}/`] = "";
    for (const name of names) {
      const inner = path === "" ? name : `${path}/${name}`;
      const place = join(folder, inner);
      const stats = lstatSync(place);
      if (stats.isDirectory()) visit(inner);
      else if (stats.isSymbolicLink()) tree[inner] = `→ ${readlinkSync(place)}`;
      else tree[inner] = readFileSync(place, "utf8");
    }
  };
  visit("");
  return tree;
}

export function planTree(out: string, tree: Tree): OutputPlan {
  const files = Object.entries(tree).map(([path, text]) => ({ path, text }));
  return planOutput(out, files, { generator: "1.2.3", inputs: [] });
}

/** What `generate` does with what was emitted. */
export function generateTree(
  out: string,
  tree: Tree,
  options: WriteOptions = {},
): void {
  recoverOutput(out);
  writeOutput(planTree(out, tree), options);
}

export function statuses(out: string, tree: Tree): Tree {
  const { files } = planTree(out, tree);
  return Object.fromEntries(files.map(({ path, status }) => [path, status]));
}
