import { readdirSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { schemaLibraries, type SchemaLibrary } from "../answers.ts";
import { validName } from "../name.ts";
import { packagesOf, readJsonFile, type JsonFile } from "./manifest.ts";
import { lightPackage } from "../../../base/package.ts";
import { originFor, type Origin } from "./origin.ts";
import { packageManagerOf, type PackageManager } from "./package-manager.ts";
import {
  readTypeScriptConfig,
  type TypeScriptConfig,
} from "./typescript-config.ts";

/** What there is already, and how it is kept. */
export interface Project {
  folder: string;
  manifest: JsonFile | undefined;
  /** Packages that the manifest lists, with the versions that fit. */
  packages: ReadonlyMap<string, string>;
  /** How a file without a kind of its own is read; `free` where nothing has said so yet. */
  moduleKind: "module" | "commonjs" | "free";
  manager: PackageManager;
  typescript: TypeScriptConfig;
  origin: Origin;
}

export async function readProject(
  folder: string,
  userAgent: string | undefined,
): Promise<Project> {
  const manifest = readJsonFile(folder, "package.json");
  const value = manifest?.value ?? {};
  return {
    folder,
    manifest,
    packages: packagesOf(value),
    moduleKind: moduleKindOf(value["type"], folder),
    manager: packageManagerOf(folder, value["packageManager"], userAgent),
    typescript: await readTypeScriptConfig(folder),
    origin: originFor(folder),
  };
}

function moduleKindOf(type: unknown, folder: string): Project["moduleKind"] {
  if (type === "module") return "module";
  // A field that is there stays, and so does what its absence means to code that is there.
  return type === undefined && !hasSources(folder) ? "free" : "commonjs";
}

function hasSources(folder: string): boolean {
  return [".", "src", "lib", "bin", "test"].some(
    (name) =>
      statSync(join(folder, name), { throwIfNoEntry: false })?.isDirectory() &&
      readdirSync(join(folder, name)).some((file) =>
        /(?<!\.config)\.[jt]sx?$/.test(file),
      ),
  );
}

/** The package that the code imports: what is there goes before what can be had. */
export function runtimePackage({
  packages,
  manifest,
  origin,
}: Project): "mcp-gen" | typeof lightPackage {
  if (packages.has(lightPackage)) return lightPackage;
  const running = packagesOf(manifest?.value ?? {}, ["dependencies"]);
  if (running.has("mcp-gen") || origin.runtime === undefined) return "mcp-gen";
  return lightPackage;
}

/** The version of a package that is installed here, else the one that is asked for. */
export function versionOf(
  { folder, packages }: Project,
  name: string,
): string | undefined {
  const installed = readJsonFile(
    join(folder, "node_modules", name),
    "package.json",
  );
  const version = installed?.value["version"];
  return typeof version === "string" ? version : packages.get(name);
}

/** The library that the project has; zod, where it has none. */
export function libraryOf({
  packages,
}: Pick<Project, "packages">): SchemaLibrary {
  const own = schemaLibraries.find((name) => packages.has(name));
  return own ?? "zod";
}

/** A name for the server: that of the package without its scope, else of the folder. */
export function nameOf({ manifest, folder }: Project): string {
  const own = manifest?.value["name"];
  const name = typeof own === "string" ? own.replace(/^@[^/]*\//, "") : "";
  return validName(name) || validName(basename(folder)) || "my-server";
}
