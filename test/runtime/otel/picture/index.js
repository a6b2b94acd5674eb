// Node does not run TypeScript: bundles what draws a trace, then runs it: npm run trace-picture.
import { mkdirSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";

const entry = fileURLToPath(new URL("main.ts", import.meta.url));
const repository = fileURLToPath(new URL("../../../..", import.meta.url));
// Inside the repository, where imports of packages find node_modules.
const folder = `${repository}node_modules/.cache/mcp-gen-trace`;

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
    "import.meta.dirname": JSON.stringify(
      `${repository}test/runtime/otel/picture`,
    ),
  },
  logLevel: "error",
});
const { main } = await import(pathToFileURL(`${folder}/main.mjs`).href);
await main();
