// Installs the published servers of install/package-lock.json, and runs the tests with
// them: npm run test:published. UPDATE_PUBLISHED=1 writes the table of the docs, and what
// test/lab/wild keeps.
import { execFileSync, spawnSync } from "node:child_process";
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
const tests = ["run", "--config", "test/vitest.long.config.ts"];
process.exitCode = run(
  "vitest/vitest.mjs",
  ...[
    ...tests,
    "test/lab/published",
    "test/lab/wild",
    ...process.argv.slice(2),
  ],
);
if (process.env["UPDATE_PUBLISHED"] === "1")
  run(
    "prettier/bin/prettier.cjs",
    "--write",
    "docs/reference/published-servers.md",
  );

/** @param {string[]} args */
function run(...args) {
  const [program = "", ...rest] = args;
  const file = path.join(repository, "node_modules", program);
  const options = { cwd: repository, stdio: /** @type {const} */ ("inherit") };
  return spawnSync(process.execPath, [file, ...rest], options).status ?? 1;
}

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
