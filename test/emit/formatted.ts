import { check } from "prettier";
import type { EmittedFile } from "../../src/emit/index.ts";

/** Another parser of prettier for TypeScript: it prints the same, sooner. */
export type Parser = "babel-ts";

/** Paths of the files that prettier would change with its default options. */
export async function unformatted(
  files: readonly EmittedFile[],
  parser?: Parser,
): Promise<string[]> {
  const checked = await Promise.all(
    files.map(async ({ path, text }) =>
      (await check(text, {
        filepath: path,
        ...(parser !== undefined && path.endsWith(".ts") && { parser }),
      }))
        ? []
        : [path],
    ),
  );
  return checked.flat();
}
