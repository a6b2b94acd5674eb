import { join } from "node:path";
import { nearestWith, readObject } from "../../base/packages/files.ts";
import { nearestPackage } from "../../base/packages/package-json.ts";

const endings = ["json", "json5", "yaml", "yml", "toml", "js", "cjs", "mjs"];
const scripts = ["js", "cjs", "mjs", "ts", "cts", "mts"];

/** Whether prettier has a configuration of the project's own, for files of a folder. */
export function configuresPrettier(folder: string): boolean {
  const names = [
    ".prettierrc",
    ...endings.map((ending) => `.prettierrc.${ending}`),
    ...scripts.map((ending) => `prettier.config.${ending}`),
  ];
  if (nearestWith(folder, ...names) !== undefined) return true;
  const place = nearestPackage(folder)?.folder;
  return (
    place !== undefined &&
    readObject(join(place, "package.json"))?.["prettier"] !== undefined
  );
}
