import type { EmitOptions } from "../../emit/index.ts";

/**
 * What a project wants to have generated: `mcp-gen.config.ts`, `.js` or `.json`. Paths count
 * from the folder of that file.
 */
export type Config = OneOutput | SeveralOutputs;

/** A project with one output folder. */
export interface OneOutput extends Published, OutputConfig {}

/** A project with several output folders. */
export interface SeveralOutputs extends Published {
  /** The output folders. */
  readonly outputs: readonly OutputConfig[];
}

interface Published {
  /**
   * Where `mcp-gen update` looks for schemas: `owner/repo`, an address or a folder.
   *
   * @default where the lock says, else the repository of the specification
   */
  readonly from?: string;
}

/** One output folder, and what is written there. */
export interface OutputConfig extends Partial<EmitOptions> {
  /** The output folder. */
  readonly out: string;
  /**
   * The revisions by their ids, bundled or published, or paths of `protocol.json` files.
   *
   * @default none
   */
  readonly revisions?: readonly string[];
  /** Revisions by a `schema.ts` of one's own. */
  readonly schemas?: readonly SchemaConfig[];
  /** Extensions: bundled ones by their names, others by where their schema is. */
  readonly extensions?: readonly (string | ExtensionConfig)[];
  /** A JSON file of facts to add. */
  readonly facts?: string;
  /**
   * Whether warnings are errors.
   *
   * @default false
   */
  readonly strict?: boolean;
  /**
   * Whether to format with prettier.
   *
   * @default as the manifest of `out` says, else `false`
   */
  readonly prettier?: boolean;
}

/** A `schema.ts` of one's own, by its path or its address. */
export interface SchemaConfig {
  /** The name that the revision gets. */
  readonly revision: string;
  /** The path of the file: either this or `url`. */
  readonly path?: string;
  /** The address of the file. */
  readonly url?: string;
}

/** An extension, by the path of its schema, its address, or where it is published. */
export interface ExtensionConfig {
  /** Its identifier, such as `com.example/widgets`. */
  readonly extension: string;
  /** The path of its `schema.ts` or `protocol.json`; with `from`, the path in there. */
  readonly path?: string;
  /** The address of its schema. */
  readonly url?: string;
  /** Where it is published, as `from` of the project. */
  readonly from?: string;
  /** The revision of its own schema: a label. */
  readonly revision?: string;
  /** A JSON file of what its schema cannot say. */
  readonly facts?: string;
}

/**
 * Gives the configuration back as it is: a place where an editor knows its fields.
 *
 * @example
 * export default defineConfig({ out: "src/mcp", revisions: ["2025-11-25", "draft"] });
 */
export function defineConfig(config: Config): Config {
  return config;
}
