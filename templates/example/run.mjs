// Generates two revisions, compiles the example against them, and runs it.
import { execFileSync } from "node:child_process";
import {
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "../..");
const out = join(root, ".example");
const tsc = join(root, "node_modules/typescript/bin/tsc");

/** @param {string[]} args */
function run(...args) {
  execFileSync(process.execPath, args, { cwd: root, stdio: "inherit" });
}

rmSync(out, { recursive: true, force: true });
console.log("generate: two revisions into .example/generated");
const revisions = ["2025-11-25", "2026-07-28"];
run("dist/cli.js", "generate", ...revisions, "--out", join(out, "generated"));

console.log("compile: the example server and client, strictly");
const example = join(out, "templates/example");
mkdirSync(example, { recursive: true });
for (const name of readdirSync(import.meta.dirname)) {
  const text = readFileSync(join(import.meta.dirname, name), "utf8");
  // Here it runs on the sources of the runtime, there on its copy.
  const placed = text.replaceAll(
    "../../src/runtime/",
    "../../generated/runtime/",
  );
  writeFileSync(join(example, name), placed);
}
run(tsc, "-p", example);

console.log("run: the client starts the server, once for each revision\n");
run(join(out, "build/templates/example/client.js"));
