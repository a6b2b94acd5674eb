import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import type { Folders } from "./main.ts";

/** Packages of other authors that programs import, in the versions of this repository. */
const peers = [
  "@hono/node-server",
  "@modelcontextprotocol/client",
  "@modelcontextprotocol/sdk",
  "@modelcontextprotocol/server",
  "jose",
  "zod",
];

/** A project with `@mcp-gen/runtime`, `mcp-gen` and the peers in its `node_modules`. */
export interface InstalledProject {
  readonly folder: string;
}

const projects = new Map<string, InstalledProject>();

/**
 * Installs the packed packages with npm, into a project of its own.
 * Packs again on every run, and installs only if a tarball or a version has changed.
 * @throws Error if the packages are not built
 */
export function installPackages(folders: Folders): InstalledProject {
  const known = projects.get(folders.folder);
  if (known) return known;
  const dependencies = {
    ...packTarballs(folders),
    ...versionsOfPeers(folders),
  };
  const project = installOnce(dependencies, path.join(folders.folder, "npm"));
  projects.set(folders.folder, project);
  return project;
}

/** Runs the script of `npm run pack`; returns the path of each tarball. */
function packTarballs({ repository }: Folders): Record<string, string> {
  warnIfStale(repository);
  const tarballs = path.join(repository, "dist/packages");
  const script = path.join(repository, "templates/build/packages/pack.js");
  execFileSync(process.execPath, [script], { stdio: "pipe" });
  const version = versionOf(repository);
  const tarball = (name: string): string =>
    path.join(tarballs, `${name}-${version}.tgz`);
  return {
    "@mcp-gen/runtime": tarball("mcp-gen-runtime"),
    "mcp-gen": tarball("mcp-gen"),
  };
}

/** Prints a note if sources are newer than the build: the run would measure old code. */
function warnIfStale(repository: string): void {
  const built = path.join(repository, "dist/packages/runtime/package.json");
  if (!existsSync(built)) return;
  const find = ["find", "src", "-newer", built, "-name", "*.ts"];
  const [command = "", ...args] = find;
  const newer = execFileSync(command, args, { cwd: repository }).toString();
  if (newer !== "")
    console.error("sources changed since the build: run npm run build");
}

function versionsOfPeers({ repository }: Folders): Record<string, string> {
  const modules = path.join(repository, "node_modules");
  return Object.fromEntries(
    peers.map((name) => [name, versionOf(path.join(modules, name))]),
  );
}

function versionOf(packageFolder: string): string {
  const file = path.join(packageFolder, "package.json");
  // A manifest that npm has read before.
  const { version } = JSON.parse(readFileSync(file, "utf8")) as {
    readonly version: string;
  };
  return version;
}

/** Installs into a folder named after the digest of all dependencies, and removes older ones. */
function installOnce(
  dependencies: Readonly<Record<string, string>>,
  place: string,
): InstalledProject {
  const hash = createHash("sha256");
  for (const [name, source] of Object.entries(dependencies))
    hash
      .update(`${name} `)
      .update(source.endsWith(".tgz") ? readFileSync(source) : source);
  const digest = hash.digest("hex").slice(0, 16);
  const folder = path.join(place, digest);
  if (existsSync(folder)) return { folder };
  mkdirSync(place, { recursive: true });
  for (const older of readdirSync(place))
    rmSync(path.join(place, older), { recursive: true });
  // An interrupted installation leaves no folder with the final name.
  const unfinished = mkdtempSync(path.join(place, "unfinished-"));
  const manifest = { name: "measured", private: true, type: "module" };
  writeFileSync(
    path.join(unfinished, "package.json"),
    JSON.stringify({ ...manifest, dependencies }),
  );
  const quiet = ["--no-audit", "--no-fund", "--loglevel=error"];
  const args = ["install", "--prefix", unfinished, "--prefer-offline"];
  execFileSync("npm", [...args, ...quiet], {
    cwd: unfinished,
    stdio: ["ignore", "ignore", "inherit"],
    shell: process.platform === "win32",
  });
  renameSync(unfinished, folder);
  return { folder };
}
