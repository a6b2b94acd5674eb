import { createRequire } from "node:module";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { isJsonObject } from "../json-object.ts";
import { nearestWith, readObject } from "./files.ts";

/** The package that a folder is part of, as its package.json says. */
export interface ProjectPackage {
  readonly folder: string;
  readonly isModule: boolean;
  /** The packages that it asks for, whatever for. */
  readonly asksFor: ReadonlySet<string>;
  /** `pnpm@10.1.0`: the package manager that it names. */
  readonly manager?: string;
}

/** The package whose package.json is the nearest, in the folder or above. */
export function nearestPackage(folder: string): ProjectPackage | undefined {
  const place = nearestWith(folder, "package.json");
  if (place === undefined) return undefined;
  const json = readObject(join(place, "package.json")) ?? {};
  const named = ["dependencies", "devDependencies", "peerDependencies"];
  const manager = json["packageManager"];
  return {
    folder: place,
    isModule: json["type"] === "module",
    asksFor: new Set(
      named.flatMap((field) => {
        const listed = json[field];
        return isJsonObject(listed) ? Object.keys(listed) : [];
      }),
    ),
    ...(typeof manager === "string" ? { manager } : {}),
  };
}

/** The version of a package that modules in the folder would import; undefined where they find none. */
export function installedVersion(
  name: string,
  folder: string,
): string | undefined {
  const { resolve } = createRequire(join(folder, "module.js"));
  let file: string | undefined;
  try {
    file = resolve(`${name}/package.json`);
  } catch {
    // Not every package exports its package.json.
    file = (resolve.paths(name) ?? [])
      .map((place) => join(place, name, "package.json"))
      .find((place) => existsSync(place));
  }
  if (file === undefined) return undefined;
  const version = readObject(file)?.["version"];
  return typeof version === "string" ? version : undefined;
}

/** Whether modules in the folder can import a package, now or once what is asked for is installed. */
export function hasPackage(name: string, folder: string): boolean {
  return (
    nearestPackage(folder)?.asksFor.has(name) === true ||
    installedVersion(name, folder) !== undefined
  );
}
