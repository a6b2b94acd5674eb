// Node does not run TypeScript: bundles the programs of this folder.
import { mkdirSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = fileURLToPath(new URL(".", import.meta.url));
export const repository = fileURLToPath(new URL("../..", import.meta.url));

// Inside the repository, where imports of packages find node_modules. A folder
// for each process: two may run at once.
const folder = `${repository}node_modules/.cache/mcp-gen-conformance/${process.pid}`;
mkdirSync(folder, { recursive: true });
process.once("exit", () => rmSync(folder, { recursive: true }));

/** Bundles a program, given by its file in this folder, and returns where it lies. */
export async function bundle(program) {
  const outfile = `${folder}/${program.replaceAll("/", "-")}.mjs`;
  await build({
    entryPoints: [`${here}${program}.ts`],
    outfile,
    bundle: true,
    packages: "external",
    platform: "node",
    format: "esm",
    logLevel: "error",
  });
  return outfile;
}
