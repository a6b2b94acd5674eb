// Generates two revisions, compiles the example against them, and runs it.
import { execFileSync } from "node:child_process";
import { cpSync, rmSync } from "node:fs";
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
cpSync(join(root, "templates"), join(out, "templates"), { recursive: true });
run(tsc, "-p", join(out, "templates/example"));

console.log("run: the client starts the server, once for each revision\n");
run(join(out, "build/templates/example/client.js"));
