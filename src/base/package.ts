import { readFileSync } from "node:fs";

/** The package's folder, the same from `src/` and from `dist/`. */
export const packageRoot: URL = new URL("../../", import.meta.url);

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
