// The walks as one module, whose functions tell when they are entered.
import { readFileSync } from "node:fs";
import { relative } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";

const here = fileURLToPath(new URL(".", import.meta.url));
const repository = fileURLToPath(new URL("../../..", import.meta.url));
// Inside the repository, where imports of packages find node_modules.
const folder = `${repository}node_modules/.cache/mcp-gen-walks`;

const common = {
  bundle: true,
  packages: "external",
  platform: "node",
  format: "esm",
  logLevel: "error",
  // In development handlers are watched on the way.
  define: { "process.env.NODE_ENV": '"production"' },
};

/** Imports a module of this folder, bundled; with `plugins` on the way. */
async function load(name, plugins = []) {
  const outfile = `${folder}/${name}.mjs`;
  const entryPoints = [`${here}${name}.ts`];
  await build({ ...common, entryPoints, outfile, plugins });
  return import(pathToFileURL(outfile).href);
}

/** The module `main.ts`, over sources that tell what is entered. */
export async function loadWalks() {
  const { instrument } = await load("instrument");
  const telling = {
    name: "telling",
    setup({ onLoad }) {
      onLoad({ filter: /\/src\/runtime\/.*\.ts$/ }, ({ path }) => {
        const file = relative(`${repository}src`, path);
        const text = readFileSync(path, "utf8");
        return { contents: instrument(text, file), loader: "ts" };
      });
    },
  };
  return load("main", [telling]);
}
