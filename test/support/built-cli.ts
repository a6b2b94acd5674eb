import { cpSync, symlinkSync } from "node:fs";
import { join, resolve } from "node:path";
import { build } from "esbuild";
// @ts-expect-error: a script of the build, which has no declarations.
import { shippedModules } from "../../templates/build/package/shipped.js";

/** Bundles the command line into a folder, as the package does it; gives the path of its bin. */
export async function buildCli(folder: string): Promise<string> {
  const outdir = join(folder, "dist");
  await build({
    entryPoints: ["src/cli.ts", "src/typescript.ts", "src/typescript-hooks.ts"],
    outdir,
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    packages: "external",
    plugins: [shippedModules(resolve("."))],
  });
  for (const name of ["models", "extensions"])
    cpSync(join("src/revisions", name), join(outdir, name), {
      recursive: true,
    });
  for (const name of ["package.json", "src", "node_modules"])
    symlinkSync(resolve(name), join(folder, name));
  return join(outdir, "cli.js");
}
