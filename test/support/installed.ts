import { execFileSync } from "node:child_process";
import { mkdirSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";

/** A file of the package. */
export interface PackedFile {
  /** Relative to the folder of the package. */
  readonly path: string;
  /** In bytes. */
  readonly size: number;
}

/**
 * Packs the repository as it is built, and installs that in a folder as npm does;
 * what it depends on is linked. Gives the list of what is in the package.
 */
export function installPackage(
  repository: string,
  folder: string,
  others: readonly string[] = [],
): readonly PackedFile[] {
  const modules = join(folder, "node_modules");
  const place = join(modules, "mcp-gen");
  rmSync(place, { recursive: true, force: true });
  mkdirSync(modules, { recursive: true });
  const printed = execFileSync(
    "npm",
    ["pack", "--ignore-scripts", "--json", "--pack-destination", folder],
    { cwd: repository, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] },
  );
  // What npm documents of this output.
  const [packed] = JSON.parse(printed) as [
    { filename: string; files: PackedFile[] },
  ];
  execFileSync("tar", ["xzf", packed.filename], { cwd: folder });
  renameSync(join(folder, "package"), place);
  for (const name of ["ajv", "commander", "diff", "ts-morph", ...others]) {
    const target = join(modules, name);
    mkdirSync(join(target, ".."), { recursive: true });
    rmSync(target, { force: true });
    symlinkSync(join(repository, "node_modules", name), target);
  }
  return packed.files;
}
