import { readFileSync } from "node:fs";
import type { EmitOptions, EmittedFile } from "../emit/index.ts";
import { packageRoot } from "../package.ts";

/** The schema of `protocol.json`, beside the folders of the revisions. */
export function protocolSchemaFiles({ emit }: EmitOptions): EmittedFile[] {
  if (!emit.includes("protocol")) return [];
  const path = "protocol.schema.json";
  const text = readFileSync(new URL(`src/spec/${path}`, packageRoot), "utf8");
  return [{ path, text }];
}
