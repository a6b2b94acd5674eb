import { execFileSync } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { join } from "node:path";

/** A file of the package. */
export interface PackedFile {
  /** Relative to the folder of the package. */
  readonly path: string;
  /** In bytes. */
  readonly size: number;
}

/** Our packages: the folder under `dist/packages` that each is packed from. */
const folders = {
  "mcp-gen": "mcp-gen",
  "@mcp-gen/runtime": "runtime",
} as const;

export type PackageName = keyof typeof folders;

/** What is installed in a project. */
export interface Installation {
  readonly repository: string;
  /** Of the project. */
  readonly folder: string;
  /** Ours, as it is built; what it depends on is linked. */
  readonly name?: PackageName;
  /** Whether its tarball is made, and lies in the folder: it takes npm a while. */
  readonly packed?: boolean;
  /** Packages that are linked as well. */
  readonly others?: readonly string[];
}

/**
 * Installs a package of ours in a project, as npm does from its tarball. Gives the
 * list of what is in it.
 */
export function installPackage({
  repository,
  folder,
  name = "mcp-gen",
  packed = false,
  others = [],
}: Installation): readonly PackedFile[] {
  const modules = join(folder, "node_modules");
  const place = join(modules, name);
  const staged = join(repository, "dist/packages", folders[name]);
  rmSync(place, { recursive: true, force: true });
  mkdirSync(join(place, ".."), { recursive: true });
  if (packed) unpack(staged, folder, place);
  else cpSync(staged, place, { recursive: true });
  for (const other of [...dependenciesOf(place), ...others]) {
    const target = join(modules, other);
    mkdirSync(join(target, ".."), { recursive: true });
    rmSync(target, { force: true });
    symlinkSync(join(repository, "node_modules", other), target);
  }
  return filesOf(place);
}

function unpack(staged: string, folder: string, place: string): void {
  const printed = execFileSync(
    "npm",
    ["pack", "--ignore-scripts", "--json", "--pack-destination", folder],
    { cwd: staged, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] },
  );
  // What npm documents of this output.
  const [{ filename }] = JSON.parse(printed) as [{ filename: string }];
  execFileSync("tar", ["xzf", filename], { cwd: folder });
  renameSync(join(folder, "package"), place);
}

/** All files of a folder. */
export function filesOf(place: string): PackedFile[] {
  return readdirSync(place, { recursive: true, encoding: "utf8" })
    .map((path) => ({ path, stats: statSync(join(place, path)) }))
    .filter(({ stats }) => stats.isFile())
    .map(({ path, stats }) => ({ path, size: stats.size }));
}

function dependenciesOf(place: string): string[] {
  const text = readFileSync(join(place, "package.json"), "utf8");
  // Our own file.
  const { dependencies } = JSON.parse(text) as { dependencies?: object };
  return Object.keys(dependencies ?? {});
}
