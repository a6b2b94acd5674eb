import { mkdirSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import path from "node:path";

const root = path.join(import.meta.dirname, "../../..");
const target = path.join(root, "dist/packages/runtime");
const place = path.join(
  root,
  "templates/examples/node_modules/@mcp-gen/runtime",
);

/** Gives the examples the light package as it was built, where an installed one would be. */
export function linkRuntime() {
  if (isLinked()) return;
  mkdirSync(path.dirname(place), { recursive: true });
  rmSync(place, { recursive: true, force: true });
  try {
    symlinkSync(target, place, "junction");
  } catch (error) {
    // Somebody else was faster.
    if (!isLinked()) throw error;
  }
}

function isLinked() {
  try {
    return realpathSync(place) === realpathSync(target);
  } catch {
    return false;
  }
}
