// Node does not run TypeScript: bundles the benchmarks, then runs them.
import { mkdirSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";

const here = fileURLToPath(new URL(".", import.meta.url));
const repository = fileURLToPath(new URL("../../..", import.meta.url));
// Inside the repository, where imports of packages find node_modules.
const folder = `${repository}node_modules/.cache/mcp-gen-bench`;

mkdirSync(folder, { recursive: true });
await build({
  entryPoints: [
    `${here}main.ts`,
    `${here}contest.ts`,
    `${here}hand-written.ts`,
    `${here}hand-written-tools.ts`,
    `${here}schema-contest.ts`,
  ],
  outdir: folder,
  outExtension: { ".js": ".mjs" },
  bundle: true,
  packages: "external",
  platform: "node",
  format: "esm",
  logLevel: "error",
});
const { main } = await import(pathToFileURL(`${folder}/main.mjs`).href);
await main(process.argv.slice(2), { repository, folder });
