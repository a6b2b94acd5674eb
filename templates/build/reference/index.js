// Node does not run TypeScript: bundles what writes docs/reference, then runs it.
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";

const repository = new URL("../../../", import.meta.url);
// Inside the repository, where imports of packages find node_modules.
const bundle = fileURLToPath(
  new URL("node_modules/.cache/mcp-gen-reference/main.mjs", repository),
);

await build({
  entryPoints: [fileURLToPath(new URL("main.ts", import.meta.url))],
  outfile: bundle,
  bundle: true,
  packages: "external",
  platform: "node",
  format: "esm",
  logLevel: "error",
});
const { main } = await import(pathToFileURL(bundle).href);
await main(fileURLToPath(repository).replace(/[\\/]$/, ""));
