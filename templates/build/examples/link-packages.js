import {
  mkdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

const root = path.join(import.meta.dirname, "../../..");
const modules = path.join(root, "templates/examples/node_modules");

/**
 * Gives the examples what a project has installed, as it was built: the light package,
 * and `mcp-gen` for npx. It is no link, because what is built cannot be run by itself.
 */
export function linkPackages() {
  linkRuntime();
  const cli = path.join(root, "dist/cli.js");
  const bin = path.join(modules, ".bin");
  mkdirSync(bin, { recursive: true });
  writeFileSync(
    path.join(bin, "mcp-gen"),
    `#!/usr/bin/env node\nimport(${JSON.stringify(pathToFileURL(cli).href)});\n`,
    { mode: 0o755 },
  );
  writeFileSync(path.join(bin, "mcp-gen.cmd"), `@node "${cli}" %*\r\n`);
}

function linkRuntime() {
  const target = path.join(root, "dist/packages/runtime");
  const place = path.join(modules, "@mcp-gen/runtime");
  if (isLinked(place, target)) return;
  mkdirSync(path.dirname(place), { recursive: true });
  rmSync(place, { recursive: true, force: true });
  try {
    symlinkSync(target, place, "junction");
  } catch (error) {
    // Somebody else was faster.
    if (!isLinked(place, target)) throw error;
  }
}

function isLinked(place, target) {
  try {
    return realpathSync(place) === realpathSync(target);
  } catch {
    return false;
  }
}
