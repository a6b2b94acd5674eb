// Node does not run TypeScript: bundles what writes docs/reference, then runs it.
import { readFile } from "node:fs/promises";
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
  plugins: [{ name: "places", setup: keepPlaces }],
});
const { main } = await import(pathToFileURL(bundle).href);
await main(fileURLToPath(repository).replace(/[\\/]$/, ""));

/**
 * The sources look for files of the package from where they lie in it.
 * @param {import("esbuild").PluginBuild} build
 */
function keepPlaces({ onLoad }) {
  onLoad({ filter: /[\\/]src[\\/].*\.ts$/ }, async ({ path }) => {
    const text = await readFile(path, "utf8");
    const place = JSON.stringify(pathToFileURL(path).href);
    const contents = text.replaceAll("import.meta.url", place);
    return { contents, loader: "ts" };
  });
}
