import { isJsonObject } from "../../base/json-object.ts";
import { byCodeUnit } from "../../base/order.ts";
import { OutputError } from "./error.ts";
import { pathProblem } from "./path.ts";

/** The manifest's name inside the output folder. */
export const manifestPath = "mcp-gen.manifest.json";

/** What was generated, from what: no times and no places, so that it is the same everywhere. */
export interface Manifest {
  formatVersion: 1;
  /** The version of mcp-gen. */
  generator: string;
  /** Where the stubs import the runtime from: the next run keeps it. */
  runtime?: string;
  /** Whether prettier formats it, as the project configures it: the next run keeps it. */
  prettier?: true;
  /** What else has written it than `generate`, and how: the next run keeps it. */
  made?: Made;
  inputs: ManifestInput[];
  /** The SHA-256 of every generated file, by its path. */
  files: Map<string, string>;
}

/** The command that has written a folder, with those of its options that are not as by default. */
export interface Made {
  /** The command. */
  readonly by: "client" | "server" | "compile";
  /** Its options, as JSON. */
  readonly options: Readonly<Record<string, unknown>>;
}

const makers = ["client", "server", "compile"] as const;

/** One input, and the digest of its bytes. */
export interface ManifestInput {
  /**
   * What it was: a revision, an extension, or facts that were added; a snapshot or another
   * description of a server, or a file of schemas.
   */
  kind: "revision" | "extension" | "facts" | "description" | "schemas";
  /** The id of the revision or the extension; of `facts`, the extension that they are about. */
  id?: string;
  /** The revision of an extension's own schema. */
  revision?: string;
  /** Its digest, in hex. */
  sha256: string;
  /** Where it was from. */
  url?: string;
  /** The commit that it was of. */
  commit?: string;
}

/** The manifest as the text of its file. */
export function printManifest(manifest: Manifest): string {
  const files = [...manifest.files].sort(([a], [b]) => byCodeUnit(a, b));
  // `fromEntries` defines own properties, whatever their names.
  const value = { ...manifest, files: Object.fromEntries(files) };
  return JSON.stringify(value, null, 2) + "\n";
}

/** What an earlier manifest says that later runs go by. */
export interface EarlierManifest {
  /** The digests by path. */
  readonly files: Map<string, string>;
  readonly runtime?: string;
  readonly prettier?: boolean;
  readonly made?: Made;
  /** What can be read of its inputs. */
  readonly inputs: readonly ManifestInput[];
}

/** Reads the text of an earlier manifest. Throws an `OutputError` when it is broken. */
export function parseManifest(text: string): EarlierManifest {
  const manifest = parseJson(text);
  if (!isJsonObject(manifest)) throw broken("is not a JSON object");
  if (manifest["formatVersion"] !== 1)
    throw broken("has another format version");
  const files = manifest["files"];
  if (!isJsonObject(files)) throw broken("has no files");
  const { runtime, prettier, made, inputs } = manifest;
  if (runtime !== undefined && (typeof runtime !== "string" || runtime === ""))
    throw broken("has a runtime that is no module");
  return {
    files: new Map(Object.entries(files).map(checkEntry)),
    ...(runtime === undefined ? {} : { runtime }),
    ...(prettier === true ? { prettier } : {}),
    ...(made === undefined ? {} : { made: readMade(made) }),
    inputs: Array.isArray(inputs) ? inputs.flatMap(readInput) : [],
  };
}

const kinds = ["extension", "facts", "description", "schemas"] as const;

function readMade(made: unknown): Made {
  const { by, options } = isJsonObject(made) ? made : {};
  const maker = makers.find((one) => one === by);
  if (maker === undefined || !isJsonObject(options))
    throw broken("was made by a command that this mcp-gen does not know");
  return { by: maker, options };
}

function readInput(input: unknown): ManifestInput[] {
  if (!isJsonObject(input)) return [];
  const textOf = (name: string): string | undefined => {
    const text = input[name];
    return typeof text === "string" ? text : undefined;
  };
  const [id, url, commit] = ["id", "url", "commit"].map(textOf);
  const revision = textOf("revision");
  const kind =
    kinds.find((one) => one === input["kind"]) ?? ("revision" as const);
  const isNamed = kind === "revision" || kind === "extension";
  if (isNamed && id === undefined) return [];
  return [
    {
      kind,
      sha256: textOf("sha256") ?? "",
      ...(id === undefined ? {} : { id }),
      ...(revision === undefined ? {} : { revision }),
      ...(url === undefined ? {} : { url }),
      ...(commit === undefined ? {} : { commit }),
    },
  ];
}

function checkEntry([path, digest]: [string, unknown]): [string, string] {
  const problem = pathProblem(path);
  if (problem !== undefined)
    throw broken(`names the path "${path}", which ${problem}`);
  if (typeof digest !== "string") throw broken(`has no digest for "${path}"`);
  return [path, digest];
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw broken("is not JSON", error);
  }
}

function broken(problem: string, cause?: unknown): OutputError {
  return new OutputError("broken-manifest", `${manifestPath} ${problem}`, {
    paths: [manifestPath],
    hint: "restore it, for example from version control, or delete it together with the generated files",
    cause,
  });
}
