import { join, resolve } from "node:path";
import { UsageError } from "../diagnostics/error.ts";
import type { EmittedFile } from "../emit/index.ts";

type Prettier = typeof import("prettier");

/**
 * Formats files in the style that is configured for the output folder. Throws a
 * `UsageError` when prettier is not installed or its configuration is broken.
 */
export async function formatFiles(
  files: readonly EmittedFile[],
  out: string,
): Promise<EmittedFile[]> {
  const prettier = await loadPrettier();
  return Promise.all(
    files.map(async (file) => ({
      path: file.path,
      text: await format(prettier, file, join(resolve(out), file.path)),
    })),
  );
}

async function format(
  prettier: Prettier,
  { path, text }: EmittedFile,
  filepath: string,
): Promise<string> {
  try {
    const config = await prettier.resolveConfig(filepath, {
      editorconfig: true,
    });
    const options = { ...config, filepath };
    const { inferredParser } = await prettier.getFileInfo(filepath, {
      withNodeModules: true,
    });
    return inferredParser === null ? text : prettier.format(text, options);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new UsageError(
      "invalid-option",
      `prettier cannot format ${path}: ${reason}`,
      { cause },
    );
  }
}

async function loadPrettier(): Promise<Prettier> {
  try {
    return await import("prettier");
  } catch (cause) {
    throw new UsageError("invalid-option", "prettier cannot be loaded", {
      hint: "install it beside mcp-gen: npm install --save-dev prettier",
      cause,
    });
  }
}
