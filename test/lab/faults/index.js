// Sows faults into a copy of the sources, one at a time, and says which test
// catches each: node test/lab/faults/index.js [--trust] [--likely] [ROOM…]
import { mkdirSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";

const repository = fileURLToPath(new URL("../../..", import.meta.url));
const folder = `${repository}node_modules/.cache/mcp-gen-faults`;
mkdirSync(folder, { recursive: true });

// Node does not run TypeScript.
const outfile = `${folder}/main.mjs`;
await build({
  entryPoints: [fileURLToPath(new URL("main.ts", import.meta.url))],
  outfile,
  bundle: true,
  packages: "external",
  platform: "node",
  format: "esm",
  logLevel: "error",
});
const { main } = await import(pathToFileURL(outfile).href);
process.exitCode = await main(process.argv.slice(2), repository);
