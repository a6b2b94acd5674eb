import {
  cpSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import {
  installPackage,
  type Installation,
  type PackageName,
  type PackedFile,
} from "../support/installed.ts";

const repository = join(import.meta.dirname, "../..");

/** What some entries import, and nobody has to install. */
export const importedPackages: readonly string[] = [
  "@opentelemetry/api",
  "jose",
  "oauth4webapi",
];

/** A project that has a package of ours, as it is built, as its only dependency. */
export interface Project {
  readonly folder: string;
  readonly name: PackageName;
  /** Where the package is. */
  readonly place: string;
  readonly files: readonly PackedFile[];
  readonly entries: readonly Entry[];
}

/** What can be imported. */
export interface Entry {
  /** As an import says it. */
  readonly specifier: string;
  /** The file of its module or of its data, within the package. */
  readonly file: string;
  /** The file of its declarations; data has none. */
  readonly types?: string;
}

/** What `exports` says of one name. */
type Target = string | { readonly types: string; readonly default: string };

export function createProject(
  name: PackageName = "mcp-gen",
  options: Pick<Installation, "packed"> = {},
): Project {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "mcp-gen-package-")));
  const others = ["typescript", "@types/node", ...importedPackages];
  const files = installPackage({
    ...options,
    repository,
    folder,
    name,
    others,
  });
  const place = join(folder, "node_modules", name);
  return { folder, name, place, files, entries: entriesOf(place, name) };
}

/** What can be imported from a package that lies at a place. */
export function entriesOf(place: string, name: PackageName): Entry[] {
  const text = readFileSync(join(place, "package.json"), "utf8");
  // Our own file.
  const { exports } = JSON.parse(text) as { exports: Record<string, Target> };
  return Object.entries(exports).flatMap(([entry, target]) =>
    expand(place, `${name}${entry.slice(1)}`, target),
  );
}

/** A project with the package, where nothing is installed beside it. */
export function createBareProject({ name, place }: Project): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "mcp-gen-bare-")));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const modules = join(folder, "node_modules");
  // No link: from there, what is installed beside the other one would be found.
  cpSync(place, join(modules, name), { recursive: true });
  writeFileSync(join(folder, "package.json"), `{ "type": "module" }`);
  return folder;
}

function expand(place: string, specifier: string, target: Target): Entry[] {
  if (typeof target === "string") return [{ specifier, file: target }];
  const { types, default: file } = target;
  const [start = "", ending] = file.split("*");
  if (ending === undefined) return [{ specifier, file, types }];
  return readdirSync(join(place, start))
    .filter((name) => name.endsWith(ending))
    .map((name) => name.slice(0, -ending.length))
    .map((name) => ({
      specifier: specifier.replace("*", name),
      file: file.replace("*", name),
      types: types.replace("*", name),
    }));
}

/** Those with code, by what is imported. */
export function modulesOf({
  entries,
}: Pick<Project, "entries">): (Entry & { types: string })[] {
  return entries.flatMap(({ types, ...entry }) =>
    types === undefined ? [] : [{ ...entry, types }],
  );
}

const block = 4096;

/** Bytes that files take: a disk gives whole blocks, to folders too, as `du` tells. */
export function onDisk(files: readonly PackedFile[]): number {
  const folders = new Set(files.flatMap(({ path }) => foldersOf(path)));
  const blocks = files.map(({ size }) => Math.ceil(size / block));
  return block * blocks.reduce((sum, count) => sum + count, folders.size);
}

function foldersOf(path: string): string[] {
  const folder = dirname(path);
  return folder === "." ? ["."] : [folder, ...foldersOf(folder)];
}
