import { readFileSync } from "node:fs";
import type { EmitOptions, EmittedFile } from "../../emit/index.ts";
import type { ExtensionModel } from "../../schema/model/index.ts";
import { packageRoot } from "../../base/package.ts";

/** The schemas of `protocol.json`, beside the folders of the revisions: of theirs, and of extensions'. */
export function protocolSchemaFiles(
  { emit }: EmitOptions,
  extensions: readonly ExtensionModel[],
): EmittedFile[] {
  if (!emit.includes("protocol")) return [];
  return [
    schemaFile("protocol.schema.json"),
    ...(extensions.length > 0 ? [schemaFile("extension.schema.json")] : []),
  ];
}

function schemaFile(path: string): EmittedFile {
  const text = readFileSync(
    new URL(`src/revisions/${path}`, packageRoot),
    "utf8",
  );
  return { path, text };
}
