import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { refuseOption } from "../../protocol/sound-option.ts";

/** The path of a file or a folder that a program names. Throws a TypeError for what is none. */
export function filePath(given: string | URL): string {
  const path = given instanceof URL ? fileURLToPath(given) : given;
  if (typeof path !== "string" || path === "" || path.includes("\0"))
    refuseOption("path", "the path of a file or a folder", given);
  // What a shell would take for the home folder.
  if (path === "~" || path.startsWith("~/"))
    refuseOption("path", "a path from / on, by homedir() of node:os", given);
  return resolve(path);
}
