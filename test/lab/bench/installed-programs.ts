import path from "node:path";
import { build, type Plugin } from "esbuild";
import { installPackages } from "./install.ts";
import type { Folders } from "./main.ts";

/** Programs that are run: files of the folder `programs`, without their ending. */
const names = [
  "answering-server",
  "bare-client",
  "bare-server",
  "bare-stateless-server",
  "bare-web-face",
  "client",
  "driver",
  "handlers-server",
  "http-bare-client",
  "http-bare-server",
  "http-client",
  "http-cluster-server",
  "http-handlers-server",
  "http-protected-server",
  "http-sdk-v2-client",
  "http-sdk-v2-server",
  "http-tasks-server",
  "http-tool-server",
  "http-zod-server",
  "sdk-v1-client",
  "sdk-v1-server",
  "sdk-v2-client",
  "sdk-v2-server",
  "sdk-v2-web-face",
  "tool-server",
  "web-face",
  "zod-server",
] as const;

export type ProgramName = (typeof names)[number];

/** Programs in a project that has installed all packages they import. */
export interface Programs {
  /** The project. */
  readonly folder: string;
  file(name: ProgramName): string;
}

const written = new Map<string, Promise<Programs>>();

/** Installs the packages and compiles the programs, once in a run of the bench. */
export function installPrograms(folders: Folders): Promise<Programs> {
  const known = written.get(folders.folder);
  if (known) return known;
  const writing = write(folders);
  written.set(folders.folder, writing);
  return writing;
}

async function write(folders: Folders): Promise<Programs> {
  const { folder } = installPackages(folders);
  const file = (name: string): string => path.join(folder, `${name}.mjs`);
  const sources = path.join(folders.repository, "test/lab/bench/programs");
  await build({
    entryPoints: names.map((name) => path.join(sources, `${name}.ts`)),
    outdir: folder,
    outExtension: { ".js": ".mjs" },
    // Joins the files of one program. Packages stay imports.
    bundle: true,
    packages: "external",
    platform: "node",
    format: "esm",
    logLevel: "error",
    plugins: [fromPackage],
  });
  return { folder, file };
}

/** Replaces imports of this repository's sources by imports of the package. */
const fromPackage: Plugin = {
  name: "package",
  setup({ onResolve }) {
    const filter = /\/(generated|src\/runtime)\//;
    onResolve({ filter }, ({ path: imported }) => ({
      path: packageImport(imported),
      external: true,
    }));
  },
};

/** Returns the import of `@mcp-gen/runtime` that has the exports of a source file. */
export function packageImport(source: string): string {
  const [, file = ""] = source.split(
    /\/(?:generated\/extensions|generated|src\/runtime)\//,
  );
  const entry = file.replace(/\.[jt]s$/, "");
  return entry === "index" ? "@mcp-gen/runtime" : `@mcp-gen/runtime/${entry}`;
}
