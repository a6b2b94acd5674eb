import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { refuseOption } from "../../protocol/sound-option.ts";

/** Returns the absolute path of a file or folder. Throws a TypeError for an invalid path. */
export function filePath(given: string | URL): string {
  const path = given instanceof URL ? fileURLToPath(given) : given;
  if (typeof path !== "string" || path === "" || path.includes("\0"))
    refuseOption("path", "the path of a file or a folder", given);
  // A shell would expand this to the home folder.
  if (path === "~" || path.startsWith("~/"))
    refuseOption(
      "path",
      "an absolute path, built with homedir() of node:os",
      given,
    );
  return resolve(path);
}
