import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { withPackages } from "../support/typescript.ts";
import { hostileStubs } from "./hostile-stubs.ts";

test("stubs of a hostile schema compile under the strictest flags", () => {
  const folder = mkdtempSync(join(tmpdir(), "mcp-gen-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const files = hostileStubs({ target: "ts", importExtension: ".ts" });
  for (const { path, text } of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const root = join(import.meta.dirname, "../..");
  cpSync(join(root, "src/runtime"), join(folder, "runtime"), {
    recursive: true,
  });
  writeFileSync(join(folder, "package.json"), '{"type":"module"}');
  writeFileSync(
    join(folder, "tsconfig.json"),
    JSON.stringify({
      extends: join(root, "tsconfig.json"),
      compilerOptions: {
        declaration: true,
        isolatedDeclarations: true,
        noEmit: false,
        outDir: "out",
        rootDir: ".",
        typeRoots: [join(root, "node_modules/@types")],
        ...withPackages,
      },
      include: ["**/*.ts"],
      exclude: ["out"],
    }),
  );
  const tsc = join(root, "node_modules/typescript/bin/tsc");
  const { stdout } = spawnSync(process.execPath, [tsc, "-p", folder], {
    encoding: "utf8",
  });
  expect(stdout).toBe("");
});
