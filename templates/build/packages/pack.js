// Writes the tarballs of both packages into dist/packages: npm run pack.
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";

const packages = path.join(import.meta.dirname, "../../../dist/packages");
const folders = ["runtime", "mcp-gen"].map((name) => path.join(packages, name));

if (!folders.every((folder) => existsSync(folder)))
  throw new Error("dist/packages is missing. Run npm run build.");
const printed = execFileSync(
  "npm",
  ["pack", "--json", ...folders, "--pack-destination", packages],
  {
    cwd: packages,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
    shell: process.platform === "win32",
  },
);
for (const { filename } of JSON.parse(printed))
  console.log(`wrote dist/packages/${filename}`);
