import { join, resolve } from "node:path";
import { UsageError } from "../../base/diagnostics/error.ts";
import type { EmittedFile } from "../print/module.ts";

type Prettier = typeof import("prettier");

/** Gives what was made under a name before, of the same; else makes it. */
type Recall = <Value>(
  name: string,
  of: readonly unknown[],
  make: () => Value,
) => Value;

/**
 * Formats files in the style that is configured for the output folder, and none again that
 * `recall` has. Throws a `UsageError` when prettier is not installed or its configuration is
 * broken.
 */
export async function formatFiles(
  files: readonly EmittedFile[],
  out: string,
  recall: Recall = (_name, _of, make) => make(),
): Promise<EmittedFile[]> {
  const prettier = await loadPrettier();
  // It keeps what it has read of configurations, and they may have changed.
  await prettier.clearConfigCache();
  return Promise.all(
    files.map(async (file) => ({
      path: file.path,
      text: await format(prettier, file, join(resolve(out), file.path), recall),
    })),
  );
}

async function format(
  prettier: Prettier,
  { path, text }: EmittedFile,
  filepath: string,
  recall: Recall,
): Promise<string> {
  try {
    const config = await prettier.resolveConfig(filepath, {
      editorconfig: true,
    });
    const options = { ...config, filepath };
    return await recall(
      `formatted ${filepath}`,
      [text, JSON.stringify(options)],
      async () => {
        const { inferredParser } = await prettier.getFileInfo(filepath, {
          withNodeModules: true,
        });
        return inferredParser === null ? text : prettier.format(text, options);
      },
    );
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
