import { renderModule } from "../../emit/print/render.ts";
import type { EmittedFile } from "../../emit/index.ts";
import type { UnknownPosition } from "../../emit/schema-types/index.ts";
import type { Unchecked } from "../../schema/model/json-schema.ts";
import type { GeneratedFile } from "../../emit/output/index.ts";
import { readDocuments, type RefusedSchema } from "./documents.ts";
import { schemasModule } from "./module.ts";
import { readSchemas } from "./read.ts";
import { schemasModuleNames } from "./module-names.ts";
import { seal } from "./seal.ts";
import {
  checkModule,
  placeOf,
  writeModule,
  type LoneModuleCheck,
} from "./write.ts";

/** What is compiled of JSON Schemas, and where it goes. */
export interface CompileOptions {
  /**
   * JSON Schemas by the names of their types, or what a server lists: a snapshot, or an object
   * with a list `tools`. As a text it is the JSON of them.
   */
  schemas: string | object;
  /**
   * What messages call it.
   *
   * @default "schemas"
   */
  file?: string;
  /**
   * The module that is written: a `.ts`, or a `.js`, beside which its `.d.ts` goes.
   *
   * @default nothing is written
   */
  out?: string;
  /**
   * The language of a module that is not written.
   *
   * @default "ts"
   */
  target?: "ts" | "js";
  /**
   * Whether descriptions become comments.
   *
   * @default true
   */
  docs?: boolean;
}

/** A schema that was compiled, and what could not be. */
export interface CompiledEntry {
  /** Its name in the file. */
  name: string;
  /** Its type; `is…` and `validate…` of it are its guards. */
  type: string;
  /** The constant that stands for it where a Standard Schema is taken. */
  constant: string;
  /** What its guards do not check. */
  unchecked: Unchecked[];
  /** The places where its type is wider than it, for want of a way to say it. */
  unknowns: UnknownPosition[];
}

/** What was compiled. */
export interface CompileReport {
  /** The module, and what became of it. */
  files: GeneratedFile[];
  /** Each schema. */
  schemas: CompiledEntry[];
  /** The schemas of a server that are not among them, because they cannot be compiled. */
  refused: RefusedSchema[];
}

/** How a module stands to what is compiled of its schemas. */
export interface CompileCheck extends LoneModuleCheck {
  /** Each schema. */
  readonly schemas: CompiledEntry[];
  /** The schemas of a server that are not among them, because they cannot be compiled. */
  readonly refused: RefusedSchema[];
}

/**
 * Compiles JSON Schemas to one module: their types, guards that run without `eval`, and for
 * each a constant that tools take for a schema, with its JSON Schema to the letter. Writes it
 * where `out` names a file, unless that is so already; `force` replaces one that someone has
 * edited. Throws an `InputError`, an `OutputError`, or a `GeneratorError` that tells of all
 * schemas that cannot be compiled: its `cause` is the `SchemaError` of the first.
 */
export async function compileSchemas(
  options: CompileOptions & {
    /**
     * Whether to replace a module that someone has edited since.
     *
     * @default false
     */
    force?: boolean;
  },
): Promise<CompileReport> {
  const { files, folder, ...rest } = compiled(options);
  if (folder === undefined)
    return {
      files: files.map((file) => ({ ...file, status: "emitted" as const })),
      ...rest,
    };
  const { force = false } = options;
  return { files: await writeModule({ folder, files }, { force }), ...rest };
}

/** Compares a module with what is compiled of its schemas, and writes nothing. Throws as `compileSchemas` does. */
export async function checkSchemas(
  options: CompileOptions & {
    /** The module that is compared. */
    out: string;
  },
): Promise<CompileCheck> {
  const { files, folder = ".", ...rest } = compiled(options);
  return { ...(await checkModule({ folder, files })), ...rest };
}

interface Compiled {
  readonly files: EmittedFile[];
  readonly schemas: CompiledEntry[];
  readonly refused: RefusedSchema[];
  /** Where the files go, where they do. */
  readonly folder?: string;
}

function compiled({
  schemas: source,
  file = "schemas",
  out,
  target = out?.endsWith(".js") === true ? "js" : "ts",
  docs = true,
}: CompileOptions): Compiled {
  const text = typeof source === "string" ? source : JSON.stringify(source);
  const { read, refused } = readDocuments(
    readSchemas(text, file, schemasModuleNames),
    file,
  );
  const { folder, path } =
    out === undefined ? { folder: undefined, path: "schemas" } : placeOf(out);
  const { module, constants, unknowns } = schemasModule(path, read, docs);
  const files = renderModule(module, { target, importExtension: ".js" });
  const wider = new Map<string, UnknownPosition[]>();
  for (const unknown of unknowns) {
    const known = wider.get(unknown.name);
    if (known === undefined) wider.set(unknown.name, [unknown]);
    else known.push(unknown);
  }
  const schemas = constants.map((constant, index): CompiledEntry => {
    const { name, type, unchecked } = constant;
    return {
      name: read[index]?.name ?? type,
      type,
      constant: name,
      unchecked: [...unchecked],
      unknowns: wider.get(type) ?? [],
    };
  });
  return {
    files: files.map((one) => ({ ...one, text: seal(one.text) })),
    schemas,
    refused,
    ...(folder !== undefined && { folder }),
  };
}
