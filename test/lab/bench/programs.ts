import { execFileSync } from "node:child_process";
import path from "node:path";
import { build, type Metafile, type Plugin } from "esbuild";
import type { Folders } from "./main.ts";

/** The revisions that our programs speak. */
export const revisions = ["2025-11-25", "2026-07-28"];

const programs = path.join("test", "lab", "bench", "programs");

/** Where our programs import what was generated for them from: compiled JavaScript. */
export function generateStubs({ repository, folder }: Folders): string {
  const out = path.join(folder, "mcp");
  const cli = path.join(repository, "dist/cli.js");
  const parts = ["--with", "auth", "--extension", "tasks"];
  const flags = ["--target", "js", ...parts, "--out", out];
  const args = ["generate", ...revisions, ...flags];
  execFileSync(process.execPath, [cli, ...args], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  return out;
}

export interface BundleOptions {
  readonly repository: string;
  /** A program, by the name of its file. */
  readonly name: string;
  /** The generated stubs, which it imports. */
  readonly stubs: string;
  readonly minify?: boolean;
}

export interface Bundle {
  readonly code: Uint8Array;
  /** The bytes in it that came from each module. */
  readonly modules: readonly Module[];
}

export interface Module {
  readonly path: string;
  readonly bytes: number;
}

/** Bundles a program with all that it imports, as its user would ship it. */
export async function bundleProgram(options: BundleOptions): Promise<Bundle> {
  const { repository, name, stubs, minify = false } = options;
  const result = await build({
    entryPoints: [path.join(repository, programs, `${name}.ts`)],
    absWorkingDir: repository,
    bundle: true,
    minify,
    metafile: true,
    write: false,
    outfile: `${name}.mjs`,
    platform: "node",
    format: "esm",
    logLevel: "error",
    // As one bundles what is to run in production.
    define: { "process.env.NODE_ENV": '"production"' },
    plugins: [fromStubs(stubs)],
    ...(name.includes("sdk") && { banner: { js: requireForSdk } }),
  });
  const [output] = result.outputFiles;
  if (output === undefined) throw new Error(`esbuild gave no ${name}`);
  return { code: output.contents, modules: modulesOf(result.metafile) };
}

// Some of what the SDKs depend on is CommonJS, and asks for modules of Node.
const requireForSdk = `import { createRequire } from "node:module";
const require = createRequire(import.meta.url);`;

/** What a program imports of ours, runtime or not, is taken from the stubs instead. */
function fromStubs(stubs: string): Plugin {
  return {
    name: "stubs",
    setup({ onResolve }) {
      const filter = /\/(generated|src\/runtime)\//;
      onResolve({ filter }, ({ path: imported }) => {
        const [, file = ""] = imported.split(/\/(?:generated|src)\//);
        return { path: path.join(stubs, file.replace(".ts", ".js")) };
      });
    },
  };
}

function modulesOf({ outputs }: Metafile): Module[] {
  return Object.values(outputs)
    .flatMap(({ inputs }) => Object.entries(inputs))
    .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
    .map(([name, { bytesInOutput }]) => ({
      path: name.split("/").slice(-3).join("/"),
      bytes: bytesInOutput,
    }))
    .toSorted((a, b) => b.bytes - a.bytes);
}
