// Writes the tarballs of both packages into dist/packages, as they are built: npm run pack.
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";

const packages = path.join(import.meta.dirname, "../../../dist/packages");
const folders = ["mcp-gen", "runtime"].map((name) => path.join(packages, name));

if (!folders.every((folder) => existsSync(folder)))
  throw new Error("there is nothing to pack yet: run npm run build");
execFileSync("npm", ["pack", ...folders, "--pack-destination", packages], {
  cwd: packages,
  stdio: ["ignore", "inherit", "inherit"],
  shell: process.platform === "win32",
});
