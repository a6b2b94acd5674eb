import { execFileSync } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { installPackage, type PackageName } from "../../support/installed.ts";
import { entriesOf, importedPackages, modulesOf } from "../installed.ts";
import { origins, type Origin, type Setting } from "./settings.ts";

const repository = join(import.meta.dirname, "../../..");

const names: readonly PackageName[] = ["@mcp-gen/runtime", "mcp-gen"];

/** Where the program of each folder imports from. */
interface Imports {
  readonly stubs: string;
  readonly guards: string;
  readonly tasks: string;
  readonly runtime: string;
  /** Of what follows `runtime`. */
  readonly ending: string;
}

const generated: Imports = {
  stubs: "./mcp/index.js",
  guards: "./mcp/2025-11-25/guards.js",
  tasks: "./mcp/extensions/tasks.js",
  runtime: "./mcp/runtime",
  ending: ".js",
};

const imports: Readonly<Record<Origin, Imports>> = {
  light: ofPackage("@mcp-gen/runtime", ""),
  "mcp-gen": ofPackage("mcp-gen", "/runtime"),
  stubs: { ...generated, runtime: "@mcp-gen/runtime", ending: "" },
  copy: generated,
  js: generated,
};

function ofPackage(name: string, runtime: string): Imports {
  return {
    stubs: `${name}${runtime}`,
    guards: `${name}/2025-11-25/guards`,
    tasks: `${name}/tasks`,
    runtime: `${name}${runtime}`,
    ending: "",
  };
}

/**
 * A project with both packages installed, a folder of code for each origin, and in
 * each the same program; the folders of packages import every entry, too. Who makes
 * it removes it.
 */
export function createMatrixProject(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "mcp-gen-matrix-")));
  const others = ["@types/node", "zod", ...importedPackages];
  for (const name of names)
    installPackage({ repository, folder, name, others });
  for (const origin of origins) {
    mkdirSync(join(folder, origin));
    writeFileSync(join(folder, origin, "program.ts"), programOf(origin));
    writeFileSync(join(folder, origin, "register.ts"), registering(origin));
  }
  writeFileSync(join(folder, "light/all.ts"), allOf(folder, names[0]));
  writeFileSync(join(folder, "mcp-gen/all.ts"), allOf(folder, names[1]));
  generateIn(folder, "stubs", "--runtime", "@mcp-gen/runtime");
  generateIn(folder, "copy", "--runtime", "copy", "--with", "auth");
  generateIn(
    ...([folder, "js", "--runtime", "copy", "--with", "auth"] as const),
    ...["--target", "js"],
  );
  return folder;
}

/** Makes it a project of that kind, with the code of those origins. */
export function set(
  folder: string,
  { type, options }: Setting,
  include: readonly Origin[],
): void {
  const compilerOptions = { ...options, skipLibCheck: false, rootDir: "." };
  const files: Readonly<Record<string, unknown>> = {
    "package.json": { type },
    // What is written as JavaScript is ES modules, whatever is around it.
    "js/mcp/package.json": { type: "module" },
    "tsconfig.json": { compilerOptions, include },
  };
  for (const [name, content] of Object.entries(files))
    writeFileSync(join(folder, name), JSON.stringify(content));
}

function programOf(origin: Origin): string {
  const { stubs, guards, tasks, runtime, ending } = imports[origin];
  return readFileSync(join(import.meta.dirname, "program.ts"), "utf8")
    .replace("../../../generated/2025-11-25/guards.ts", guards)
    .replace("../../../generated/extensions/tasks.ts", tasks)
    .replace("../../../generated/index.ts", stubs)
    .replaceAll(
      /"\.\.\/\.\.\/\.\.\/src\/runtime\/(.+)\.ts"/g,
      `"${runtime}/$1${ending}"`,
    );
}

/** A program that registers the type of `context.auth` in the module of its stubs. */
function registering(origin: Origin): string {
  const { stubs, runtime, ending } = imports[origin];
  return `import type { ServerContext } from "${stubs}";
import type { TokenInfo } from "${runtime}/auth/jwt${ending}";

declare module "${stubs}" {
  interface Register {
    auth: TokenInfo | undefined;
  }
}

export const subjectOf = ({ auth }: ServerContext): string =>
  auth?.subject ?? "nobody";
`;
}

function allOf(folder: string, name: PackageName = "mcp-gen"): string {
  const entries = entriesOf(join(folder, "node_modules", name), name);
  return modulesOf({ entries })
    .map(({ specifier }, at) => `export * as m${at} from "${specifier}";\n`)
    .join("");
}

function generateIn(
  folder: string,
  origin: Origin,
  ...options: string[]
): void {
  const cli = "node_modules/mcp-gen/dist/cli.js";
  const revisions = ["2025-11-25", "2026-07-28"];
  const out = ["--out", `${origin}/mcp`, "--extension", "tasks"];
  execFileSync(
    process.execPath,
    [cli, "generate", ...revisions, ...out, ...options],
    { cwd: folder, stdio: ["ignore", "pipe", "pipe"] },
  );
}
