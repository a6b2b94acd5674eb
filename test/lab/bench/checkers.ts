import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import standaloneCode from "ajv/dist/standalone/index.js";
import type { Folders } from "./main.ts";

const revision = "2025-11-25";

/** Who checks a type: the source of a module that declares `check`. */
export interface Checker {
  readonly name: string;
  /** Whether it takes no turns with the others: its garbage would slow them down. */
  readonly apart?: true;
  source(type: string): string;
}

export const handWritten: Checker = {
  name: "hand-written",
  source: (type) => `import { is${type} as check } from "./hand-written.mjs";`,
};

export const guard: Checker = {
  name: "mcp-gen is",
  source: (type) =>
    `import { is${type} as check } from "./${revision}/guards.js";`,
};

export const validator: Checker = {
  name: "mcp-gen validate",
  source: (type) => `import { validate${type} } from "./${revision}/guards.js";
const check = (value) => validate${type}(value) === undefined;`,
};

export const ajv: Checker = {
  name: "ajv standalone",
  source: (type) => `import validators from "./ajv.cjs";
const check = validators.${type};`,
};

/** Its schemas of messages leave the JSON-RPC envelope out. */
export const zod: Checker = {
  name: "SDK 2 zod",
  apart: true,
  source: (
    type,
  ) => `import { specTypeSchemas } from "@modelcontextprotocol/client";
const schema = specTypeSchemas.${type};
const check = (value) => schema.safeParse(value).success;`,
};

/** Writes the modules that the checkers import, with checks of the types. */
export function writeModules(
  { repository, folder }: Folders,
  types: readonly string[],
): void {
  const cli = path.join(repository, "dist/cli.js");
  const wanted = ["--emit", "guards,json-schema", "--target", "js"];
  const args = [cli, "generate", revision, "--out", folder, ...wanted];
  execFileSync(process.execPath, args, { stdio: "inherit" });
  const schema = path.join(folder, revision, "schema.json");
  const code = standaloneAjv(readFileSync(schema, "utf8"), types);
  writeFileSync(path.join(folder, "ajv.cjs"), code);
}

function standaloneAjv(text: string, types: readonly string[]): string {
  const schema = JSON.parse(text) as { $id: string };
  const ajv = new Ajv2020({
    allowUnionTypes: true,
    validateFormats: false,
    code: { source: true },
  });
  ajv.addSchema(schema);
  const addresses = types.map((type) => [type, `${schema.$id}#/$defs/${type}`]);
  return standaloneCode.default(
    ajv,
    Object.fromEntries(addresses) as Record<string, string>,
  );
}
