import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { emitRevision } from "../../../src/emit/index.ts";
import {
  createSchemas,
  type JsonSchema,
} from "../../../src/emit/json-schema/index.ts";
import { inlineTypes } from "../../../src/emit/lookup/inline-types.ts";
import type { Protocol } from "../../../src/schema/model/index.ts";

/** A guard and a validator, as a user of the emitted module has them. */
export interface Guard {
  is(value: unknown): boolean;
  validate(value: unknown): Issue | undefined;
}

export interface Issue {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

export interface Emitted {
  /** The text of `guards.js`. */
  readonly text: string;
  /** The corrected JSON Schema, as text. */
  readonly schema: string;
}

/** The guards and the JSON Schema that are emitted for a protocol. */
export function emitGuards(protocol: Protocol): Emitted {
  const { files } = emitRevision(protocol, {
    emit: ["guards", "json-schema"],
    target: "js",
    importExtension: ".js",
    jsonSchema: "corrected",
    docs: false,
    runtime: "copy",
    with: [],
  });
  const text = (name: string): string => {
    const file = files.find((file) => file.path.endsWith(`/${name}`));
    if (file === undefined) throw new Error(`${name} was not emitted`);
    return file.text;
  };
  return { text: text("guards.js"), schema: text("schema.json") };
}

/** Loads emitted guards as Node does, from a file: by type, in the order of the schema. */
export async function loadGuards(
  text: string,
): Promise<ReadonlyMap<string, Guard>> {
  const folder = mkdtempSync(path.join(tmpdir(), "mcp-gen-guards-"));
  try {
    const file = path.join(folder, "guards.mjs");
    writeFileSync(file, text);
    const url = pathToFileURL(file).href;
    return guardsOf((await import(/* @vite-ignore */ url)) as Exports);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

type Exports = Readonly<Record<string, unknown>>;

function guardsOf(exports: Exports): ReadonlyMap<string, Guard> {
  const names = Object.keys(exports)
    .filter((name) => name.startsWith("validate"))
    .map((name) => name.slice("validate".length));
  return new Map(
    names.map((name) => [
      name,
      // The emitter declares exactly these two functions for every type.
      {
        is: exports[`is${name}`] as Guard["is"],
        validate: exports[`validate${name}`] as Guard["validate"],
      },
    ]),
  );
}

/** The schema of each type that has a guard, also of those that stand inline. */
export function guardedSchemas(
  protocol: Protocol,
): ReadonlyMap<string, JsonSchema> {
  const options = { flavor: "corrected", docs: false } as const;
  const { definitions, schemaOf } = createSchemas(protocol, options);
  const inline = [...inlineTypes(protocol)].map(
    ([name, type]) => [name, schemaOf(type)] as const,
  );
  return new Map([...definitions, ...inline]);
}
