import { isAbsolute } from "node:path";
import { UsageError } from "../../base/diagnostics/error.ts";
import { suggest } from "../../base/diagnostics/nearest.ts";
import {
  emitChoices,
  emitNames,
  importedEmitNames,
  type EmitName,
  type EmitOptions,
  runtimeParts,
} from "../../emit/index.ts";
import type {
  ExtensionFacts,
  ExtensionModel,
  Protocol,
} from "../../schema/model/index.ts";
import type { Environment } from "../../base/fetch/proxy.ts";
import type { FactTables } from "../../revisions/overrides/index.ts";
import type { LoadOptions } from "../../revisions/load.ts";
import type { SchemaSource } from "../../revisions/source.ts";
import { chosenRuntime, isLight } from "./runtime-choice.ts";

/** A `schema.ts`, and the id of the revision that it defines. */
export type SchemaInput = SchemaSource & {
  /**
   * The id of the revision.
   *
   * @default the schema's constant `LATEST_PROTOCOL_VERSION`
   */
  revision?: string;
  /**
   * True if the protocol publishes the schema, so that all facts hold for it.
   *
   * @default true if a bundled revision has its digest, or if it is fetched from the
   * protocol's own repository
   */
  published?: boolean;
};

/**
 * An extension: a bundled one by its identifier or its name alone, or another by its identifier
 * and by where its schema is.
 */
export interface ExtensionInput {
  /** Its identifier, such as `com.example/widgets`; of a bundled one its last part will do. */
  extension: string;
  /** The path of its `schema.ts`, or of a `protocol.json` that was made of that. */
  path?: string;
  /** What messages call the file: its path by default. */
  file?: string;
  /** The address of the same, which is fetched. */
  url?: string;
  /** The environment: where something is fetched, the proxies that it names are used. */
  env?: Environment | undefined;
  /** The text of its `schema.ts`. */
  text?: string | Uint8Array;
  /** The extension as data, as `parseExtension` gives it. */
  model?: ExtensionModel;
  /**
   * The revision of its own schema: a label.
   *
   * @default `draft`, or as its model says
   */
  revision?: string;
  /** What its schema cannot say. It prevails over what its model says. */
  facts?: ExtensionFacts;
  /**
   * Whether the facts that mcp-gen has of a bundled extension hold for the schema that is given
   * here, a later one: what of them it no longer has is left out, with a warning.
   *
   * @default false
   */
  bundledFacts?: boolean;
}

/** How a schema is understood. */
export interface ParseOptions {
  /** Facts in addition to those that mcp-gen knows. */
  facts?: Partial<FactTables>;
  /**
   * Whether a warning is an error.
   *
   * @default false
   */
  strict?: boolean;
}

/** Which protocols to read; at least one. */
export interface ProtocolOptions extends ParseOptions, LoadOptions {
  /** Ids of bundled revisions, `all` for each of them, or paths of `protocol.json` files. */
  revisions?: readonly string[];
  /** Revisions by their `schema.ts`. */
  schemas?: readonly SchemaInput[];
  /** Revisions as data, as `parse` or `load` gives them. */
  protocols?: readonly Protocol[];
  /** Extensions: each is part of the revisions that have all that it imports. */
  extensions?: readonly ExtensionInput[];
}

/**
 * What to generate, and how. Where no revision is named, those that the manifest of `out`
 * names, if they are bundled.
 */
export interface GenerateOptions
  extends ProtocolOptions, Partial<Omit<EmitOptions, "runtime">> {
  /**
   * Where the stubs import the runtime from: `copy` for a copy beside them, or
   * the name of a module.
   *
   * @default as the manifest of `out` says, else `@mcp-gen/runtime` where it is
   * installed, else `copy`
   */
  runtime?: string | undefined;
  /** The output folder. Without it nothing is written. */
  out?: string;
  /**
   * Whether to replace generated files that someone has edited since.
   *
   * @default false
   */
  force?: boolean;
  /**
   * Whether to format with prettier, as it is configured for the output folder.
   *
   * @default as the manifest of `out` says, else `false`
   */
  prettier?: boolean;
}

/**
 * The options of the emitters, with their defaults. Throws a `UsageError`, and an
 * `OutputError` when the manifest of the output folder is broken.
 */
export function emitOptions(options: GenerateOptions): EmitOptions {
  const runtime = chosenRuntime(options);
  // Who has the light package wants little in a folder of their own.
  const whole = isLight(runtime) ? importedEmitNames : emitNames;
  return {
    emit: options.emit === undefined ? whole : chosen(options.emit),
    target: oneOf("target", options.target, emitChoices.target),
    importExtension: oneOf(
      "importExtension",
      options.importExtension,
      emitChoices.importExtension,
    ),
    jsonSchema: oneOf("jsonSchema", options.jsonSchema, emitChoices.jsonSchema),
    docs: options.docs ?? true,
    runtime,
    with: someOf("part of the runtime", options.with ?? [], runtimeParts),
  };
}

function chosen(names: readonly string[]): readonly EmitName[] {
  if (names.length === 0) throw invalid("No output is named");
  return someOf("output", names, emitNames);
}

// In the order of the table and once each, however they were asked for.
function someOf<Name extends string>(
  what: string,
  names: readonly string[],
  known: readonly Name[],
): Name[] {
  const unknown = names.find((name) => !known.some((one) => one === name));
  if (unknown !== undefined) throw unknownValue(what, unknown, known);
  return known.filter((name) => names.includes(name));
}

// A caller in JavaScript has no compiler that refuses another value.
function oneOf<Value extends string>(
  option: string,
  value: Value | undefined,
  values: readonly [Value, ...Value[]],
): Value {
  if (value === undefined) return values[0];
  if (values.includes(value)) return value;
  throw unknownValue(option, value, values);
}

function unknownValue(
  what: string,
  value: string,
  values: readonly string[],
): UsageError {
  const hint = suggest(value, values) ?? `there are ${values.join(", ")}`;
  return invalid(`Unknown ${what} "${value}"`, hint);
}

function invalid(message: string, hint?: string): UsageError {
  return new UsageError("invalid-option", message, { hint });
}

/** The paths of the files that are read when it is generated: models, schemas, extensions. */
export function inputPaths({
  revisions = [],
  schemas = [],
  extensions = [],
}: GenerateOptions): string[] {
  return [
    ...revisions.filter((revision) => isAbsolute(revision)),
    ...[...schemas, ...extensions].flatMap((one) =>
      "path" in one && one.path !== undefined ? [one.path] : [],
    ),
  ];
}
