import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { fromSources } from "../support/from-sources.ts";

export interface Bundle {
  /** The JavaScript that Node can run. */
  readonly file: string;
  remove(): void;
}

/** Bundles a TypeScript program, as Node itself does not run TypeScript. */
export async function bundle(entry: string): Promise<Bundle> {
  const folder = mkdtempSync(join(tmpdir(), "mcp-gen-"));
  const file = join(folder, "program.mjs");
  await build({
    entryPoints: [join(import.meta.dirname, entry)],
    outfile: file,
    bundle: true,
    plugins: [fromSources],
    platform: "node",
    format: "esm",
    logLevel: "error",
  });
  return { file, remove: () => rmSync(folder, { recursive: true }) };
}
