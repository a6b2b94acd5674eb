import { execFileSync } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
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
  /** Packages that are linked as well. */
  readonly others?: readonly string[];
}

/**
 * Installs the tarball of a package of ours in a project, as npm does. Gives the list
 * of what is in it.
 */
export function installPackage({
  repository,
  folder,
  name = "mcp-gen",
  others = [],
}: Installation): readonly PackedFile[] {
  const modules = join(folder, "node_modules");
  const place = join(modules, name);
  rmSync(place, { recursive: true, force: true });
  mkdirSync(join(place, ".."), { recursive: true });
  const printed = execFileSync(
    "npm",
    ["pack", "--ignore-scripts", "--json", "--pack-destination", folder],
    {
      cwd: join(repository, "dist/packages", folders[name]),
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    },
  );
  // What npm documents of this output.
  const [packed] = JSON.parse(printed) as [
    { filename: string; files: PackedFile[] },
  ];
  execFileSync("tar", ["xzf", packed.filename], { cwd: folder });
  renameSync(join(folder, "package"), place);
  link(repository, modules, [...dependenciesOf(place), ...others]);
  return packed.files;
}

/** The same from what is packed, without packing it: that takes a second. */
export function copyPackage({
  repository,
  folder,
  name = "mcp-gen",
  others = [],
}: Installation): void {
  const modules = join(folder, "node_modules");
  const place = join(modules, name);
  const source = join(repository, "dist/packages", folders[name]);
  cpSync(source, place, { recursive: true });
  link(repository, modules, [...dependenciesOf(place), ...others]);
}

function link(
  repository: string,
  modules: string,
  names: readonly string[],
): void {
  for (const name of names) {
    const target = join(modules, name);
    mkdirSync(join(target, ".."), { recursive: true });
    rmSync(target, { force: true });
    symlinkSync(join(repository, "node_modules", name), target);
  }
}

function dependenciesOf(place: string): string[] {
  const text = readFileSync(join(place, "package.json"), "utf8");
  // Our own file.
  const { dependencies } = JSON.parse(text) as { dependencies?: object };
  return Object.keys(dependencies ?? {});
}
