import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { printSchemaGuards } from "../../../src/emit/guards/schemas.ts";
import { renderModule } from "../../../src/emit/print/render.ts";
import type { Target } from "../../../src/emit/print/module.ts";
import type { NamedSchema } from "../../../src/schema/model/json-schema.ts";
import type { Guard } from "./emitted.ts";

/** The module of the guards of schemas, as it is written. */
export function schemaGuardsText(
  schemas: readonly NamedSchema[],
  target: Target = "js",
): string {
  const types = schemas.map(({ name }) => ({
    kind: "type" as const,
    exported: true,
    name,
    text: `type ${name} = unknown;`,
  }));
  const items = [...types, ...printSchemaGuards(schemas, { docs: false })];
  const [file] = renderModule(
    { path: "guards", header: ["Guards of schemas."], items },
    { target, importExtension: ".js" },
  );
  return file?.text ?? "";
}

/** The guards of schemas by name, loaded as Node does, from one module. */
export async function loadSchemaGuards(
  schemas: readonly NamedSchema[],
  change: (text: string) => string = (text) => text,
): Promise<ReadonlyMap<string, Guard>> {
  const folder = mkdtempSync(path.join(tmpdir(), "mcp-gen-schema-guards-"));
  try {
    const file = path.join(folder, "guards.mjs");
    writeFileSync(file, change(schemaGuardsText(schemas)));
    const url = pathToFileURL(file).href;
    const module = (await import(/* @vite-ignore */ url)) as Readonly<
      Record<string, unknown>
    >;
    return new Map(
      schemas.map(({ name }) => [
        name,
        {
          is: module[`is${name}`] as Guard["is"],
          validate: module[`validate${name}`] as Guard["validate"],
        },
      ]),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}
