// Node does not run TypeScript: bundles the soak, then runs it: `npm run soak -- 360`.
import { mkdirSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";

const entry = fileURLToPath(new URL("main.ts", import.meta.url));
const repository = fileURLToPath(new URL("../../..", import.meta.url));
// Inside the repository, where imports of packages find node_modules.
const folder = `${repository}node_modules/.cache/mcp-gen-soak`;

mkdirSync(folder, { recursive: true });
await build({
  entryPoints: [entry],
  outfile: `${folder}/main.mjs`,
  bundle: true,
  packages: "external",
  platform: "node",
  format: "esm",
  // The programs are bundled from where they stand.
  define: {
    "import.meta.dirname": JSON.stringify(`${repository}test/interop`),
  },
  logLevel: "error",
});
const { main } = await import(pathToFileURL(`${folder}/main.mjs`).href);
process.exitCode = await main(process.argv.slice(2));
