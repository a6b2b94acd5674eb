// Installs the published servers of install/package-lock.json, and runs the tests with
// them: npm run test:published. UPDATE_PUBLISHED=1 writes the table of the docs.
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const here = fileURLToPath(new URL("install", import.meta.url));
const repository = path.join(here, "../../..");
const folder = path.join(repository, "node_modules/.cache/mcp-gen-published");
const lock = "package-lock.json";

if (!isInstalled()) {
  mkdirSync(folder, { recursive: true });
  copyFileSync(path.join(here, "package.json"), `${folder}/package.json`);
  copyFileSync(path.join(here, lock), `${folder}/${lock}`);
  // Their scripts are not run: they fetch browsers, and change settings.
  const npm = ["ci", "--ignore-scripts", "--no-audit", "--no-fund"];
  const shell = process.platform === "win32";
  execFileSync("npm", npm, { cwd: folder, stdio: "inherit", shell });
}
const vitest = path.join(repository, "node_modules/vitest/vitest.mjs");
const tests = ["run", "--config", "test/vitest.long.config.ts"];
const own = [vitest, ...tests, "test/published", ...process.argv.slice(2)];
execFileSync(process.execPath, own, { cwd: repository, stdio: "inherit" });

/** Whether what was installed last is what the lock file says. */
function isInstalled() {
  try {
    const installed = readFileSync(`${folder}/${lock}`, "utf8");
    readFileSync(`${folder}/node_modules/.package-lock.json`);
    return installed === readFileSync(path.join(here, lock), "utf8");
  } catch {
    return false;
  }
}
