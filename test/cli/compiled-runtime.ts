import { execFile } from "node:child_process";
import { symlinkSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { expect } from "vitest";
import { generate, type GenerateOptions } from "../../src/index.ts";
import { temporaryFolder, writeTree } from "../emit/output/folder.ts";
import { schema } from "./command-line.ts";

/** What makes the files of a copied runtime other ones. */
export type Layout = Required<
  Pick<GenerateOptions, "target" | "importExtension" | "with">
>;

/** Expects that a copied runtime compiles in a project, with what is generated beside it. */
export async function expectCompiled({
  target,
  importExtension,
  ...options
}: Layout): Promise<void> {
  const folder = temporaryFolder();
  await generate({
    ...options,
    schemas: [{ text: schema, revision: "next" }],
    target,
    importExtension,
    out: join(folder, "out"),
  });
  symlinkSync(resolve("node_modules"), join(folder, "node_modules"));
  const compilerOptions = {
    strict: true,
    noEmit: true,
    // The declarations of JavaScript are ours.
    skipLibCheck: target === "ts",
    target: "ES2022",
    // As a browser has it: with other types of requests than Node's.
    lib: ["ES2022", "DOM"],
    module: importExtension === "none" ? "ESNext" : "NodeNext",
    moduleResolution: importExtension === "none" ? "Bundler" : "NodeNext",
    types: ["node"],
    allowImportingTsExtensions: importExtension === ".ts",
  };
  writeTree(folder, {
    "tsconfig.json": JSON.stringify({ compilerOptions }),
    "package.json": `{ "type": "module" }`,
  });
  const tsc = resolve("node_modules/typescript/bin/tsc");
  const result = await promisify(execFile)(process.execPath, [tsc], {
    cwd: folder,
  }).catch((error: unknown) => error);
  expect(result).toMatchObject({ stdout: "" });
}
