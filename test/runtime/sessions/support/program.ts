import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { fromSources } from "../../../support/from-sources.ts";

const root = join(import.meta.dirname, "../../../..");

/** A program as JavaScript. */
export interface Program {
  readonly file: string;
  remove(): void;
}

/** Bundles a program of this folder's `programs`: packages stay what they are. */
export async function program(name: string): Promise<Program> {
  // Inside the repository, where imports of packages find node_modules.
  const cache = join(root, "node_modules/.cache");
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, "mcp-gen-cluster-"));
  const file = join(folder, `${name}.mjs`);
  await build({
    entryPoints: [join(import.meta.dirname, `../programs/${name}.ts`)],
    outfile: file,
    bundle: true,
    packages: "external",
    // Before packages are told apart, which ours would be one of.
    plugins: [fromSources],
    platform: "node",
    format: "esm",
    logLevel: "error",
  });
  return { file, remove: () => rmSync(folder, { recursive: true }) };
}
