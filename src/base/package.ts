import { existsSync, readFileSync } from "node:fs";

/** Folder of the package, which ends with a slash. */
export const packageRoot: URL = findPackageRoot(new URL("./", import.meta.url));

/** Bundles are less deep than sources: the folder is the nearest one with a package.json. */
function findPackageRoot(folder: URL): URL {
  return existsSync(new URL("package.json", folder))
    ? folder
    : findPackageRoot(new URL("../", folder));
}

/** Reads a JSON file that ships with the package; `path` is relative to its folder. */
export function readPackageJson(path: string): unknown {
  return readJson(new URL(path, packageRoot));
}

/** Reads a JSON file of the package. */
export function readJson(file: URL): unknown {
  return JSON.parse(readFileSync(file, "utf8"));
}

/** The version of mcp-gen, as `package.json` has it. */
export function packageVersion(): string {
  // The file is our own, and npm refuses a package without a version.
  return (readPackageJson("package.json") as { version: string }).version;
}

/** The packages that some entries import, with the versions that fit, as `package.json` has them. */
export function optionalPeers(): Readonly<Record<string, string>> {
  // The file is our own.
  const { peerDependencies } = readPackageJson("package.json") as {
    peerDependencies: Record<string, string>;
  };
  return peerDependencies;
}

/** The package with the runtime, and without the generator. */
export const lightPackage = "@mcp-gen/runtime";
