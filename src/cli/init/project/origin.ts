import { existsSync, readFileSync } from "node:fs";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { isJsonObject } from "../../../base/json-object.ts";
import { packageRoot, packageVersion } from "../../../base/package.ts";

/** What a manifest says of mcp-gen and of the light package, to get what runs here. */
export interface Origin {
  generator: string;
  /** Undefined where there is none beside a lone tarball of mcp-gen. */
  runtime: string | undefined;
}

/**
 * Where the mcp-gen that runs came from, as `folder` would name it: a tarball, a folder,
 * a clone, or the registry.
 */
export function originFor(folder: string): Origin {
  const root = fileURLToPath(packageRoot);
  return (
    originOfClone(root, folder) ??
    originOfInstalled(root, folder) ?? {
      generator: `^${packageVersion()}`,
      runtime: `^${packageVersion()}`,
    }
  );
}

/** Sources mean a clone, whose build lays the packages out. */
function originOfClone(root: string, folder: string): Origin | undefined {
  if (!existsSync(join(root, "src/cli.ts"))) return undefined;
  const packages = join(root, "dist/packages");
  const generator = existsSync(join(packages, "mcp-gen"))
    ? join(packages, "mcp-gen")
    : root;
  const runtime = join(packages, "runtime");
  return {
    generator: fileSpecifier(generator, folder),
    runtime: existsSync(runtime) ? fileSpecifier(runtime, folder) : undefined,
  };
}

/** What installed it says where from: `npx` writes a manifest of its own, too. */
function originOfInstalled(root: string, folder: string): Origin | undefined {
  const modules = dirname(root);
  if (basename(modules) !== "node_modules") return undefined;
  const specifier = specifierIn(dirname(modules)) ?? resolvedIn(modules);
  if (specifier === undefined || !/^(file|link|https?|git\S*):/.test(specifier))
    return undefined;
  const path = /^(?:file|link):(.*)$/.exec(specifier)?.[1];
  // An address is the same from everywhere; of the light package it says nothing.
  if (path === undefined) return { generator: specifier, runtime: undefined };
  const file = resolve(dirname(modules), path);
  const light = lightBeside(file);
  return {
    generator: fileSpecifier(file, folder),
    runtime: light === undefined ? undefined : fileSpecifier(light, folder),
  };
}

function specifierIn(project: string): string | undefined {
  const manifest = readObject(join(project, "package.json"));
  for (const field of ["dependencies", "devDependencies"]) {
    const listed = manifest?.[field];
    if (isJsonObject(listed) && typeof listed["mcp-gen"] === "string")
      return listed["mcp-gen"];
  }
  return undefined;
}

/** A global installation has no manifest, but what npm notes for itself. */
function resolvedIn(modules: string): string | undefined {
  const packages = readObject(join(modules, ".package-lock.json"))?.[
    "packages"
  ];
  const entry = isJsonObject(packages)
    ? packages["node_modules/mcp-gen"]
    : undefined;
  const resolved = isJsonObject(entry) ? entry["resolved"] : undefined;
  return typeof resolved === "string" && resolved.startsWith("file:")
    ? resolved
    : undefined;
}

/** The tarball, or the folder, that one build lays beside that of mcp-gen. */
function lightBeside(file: string): string | undefined {
  const name = basename(file);
  const beside = file.endsWith(".tgz")
    ? [name.replace(/^mcp-gen-/, "mcp-gen-runtime-")]
    : ["runtime", "mcp-gen-runtime"];
  return beside
    .map((other) => join(dirname(file), other))
    .find((path) => path !== file && existsSync(path));
}

function fileSpecifier(file: string, folder: string): string {
  const path = relative(folder, file).split(sep).join("/");
  return `file:${path.startsWith(".") || /^([A-Za-z]:|\/)/.test(path) ? path : `./${path}`}`;
}

function readObject(path: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(path, "utf8"));
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
