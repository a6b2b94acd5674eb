import { spawn } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";
import type { EmittedFile } from "../../src/emit/index.ts";

const modules = fileURLToPath(new URL("../../node_modules", import.meta.url));

/** The package that a compiler is installed as. */
export type Compiler =
  "typescript" | "typescript-6" | "typescript-5.9" | "typescript-5.5";

/** The strictest flags that a project may have. */
const strictest: Readonly<Record<string, unknown>> = {
  target: "ES2023",
  lib: ["ES2023"],
  module: "NodeNext",
  types: ["node"],
  typeRoots: [path.join(modules, "@types")],
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noPropertyAccessFromIndexSignature: true,
  noImplicitOverride: true,
  noImplicitReturns: true,
  noFallthroughCasesInSwitch: true,
  noUnusedLocals: true,
  noUnusedParameters: true,
  allowUnreachableCode: false,
  allowUnusedLabels: false,
  verbatimModuleSyntax: true,
  isolatedModules: true,
  isolatedDeclarations: true,
  erasableSyntaxOnly: true,
  declaration: true,
  // Older compilers check isolatedDeclarations only when they emit.
  emitDeclarationOnly: true,
  rootDir: ".",
  outDir: "built",
};

/** What parts of the runtime import, as if it were installed; else nothing is. */
export const withPackages: Readonly<Record<string, unknown>> = {
  paths: {
    "@opentelemetry/api": [
      path.join(modules, "@opentelemetry/api/build/src/index.d.ts"),
    ],
    "@redis/client": [path.join(modules, "@redis/client/dist/index.d.ts")],
    jose: [path.join(modules, "jose/dist/types/index.d.ts")],
    oauth4webapi: [path.join(modules, "oauth4webapi/build/index.d.ts")],
  },
};

/** A folder with the files, that goes with the test. */
export function folderOf(files: readonly EmittedFile[]): string {
  const folder = lastingFolderOf(files);
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A folder with the files, that several tests may share; who makes it removes it. */
export function lastingFolderOf(files: readonly EmittedFile[]): string {
  const folder = mkdtempSync(path.join(tmpdir(), "mcp-gen-emit-"));
  const manifest = JSON.stringify({ type: "module" });
  for (const { path: file, text } of [
    { path: "package.json", text: manifest },
    ...files,
  ]) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
  }
  return folder;
}

/** Compiles everything in a folder: the lines that the compiler prints, none when all is well. */
export async function compile(
  folder: string,
  options: Readonly<Record<string, unknown>> = {},
  compiler: Compiler = "typescript",
): Promise<string[]> {
  const config = {
    compilerOptions: {
      ...strictest,
      skipLibCheck: !hasDeclarations(folder),
      ...options,
    },
    exclude: ["built"],
  };
  writeFileSync(path.join(folder, "tsconfig.json"), JSON.stringify(config));
  const tsc = path.join(modules, compiler, "bin/tsc");
  // Several threads make the same types again, each for itself; the old have one.
  const threads = compiler === "typescript" ? ["--singleThreaded"] : [];
  const args = [tsc, "--pretty", "false", ...threads];
  const { output } = await runNode(args, folder);
  return output.split("\n").filter((line) => line !== "");
}

/** True if a folder has declaration files: else all that the compiler could skip is not ours. */
function hasDeclarations(folder: string): boolean {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return files.some((file) => /\.d\.[cm]?ts$/.test(file));
}

export interface NodeRun {
  readonly code: number | null;
  /** Standard output and standard error. */
  readonly output: string;
}

/** Runs Node.js with the arguments, in the folder. */
export async function runNode(
  args: readonly string[],
  folder: string,
): Promise<NodeRun> {
  const child = spawn(process.execPath, args, { cwd: folder, stdio: "pipe" });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => (output += text));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on("error", reject).on("close", resolve);
  });
  return { code, output };
}
