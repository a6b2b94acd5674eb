import {
  emitAllRevisions,
  emitExtensions,
  emitNames,
  emitRevision,
  type EmittedFile,
  type EmitOptions,
} from "../emit/index.ts";
import type { ExtendedProtocol } from "../extend/part.ts";
import type { Protocol } from "../model/index.ts";
import type { LineCount } from "./report.ts";

/** The layers that are printed. */
export type EmittedName =
  | "types"
  | "guards"
  | "standard"
  | "dispatch"
  | "stubs"
  | "registry"
  | "entry"
  | "json-schema"
  | "protocol"
  | "crossing"
  | "extensions";

/** A layer that is printed: its files, and the code of the emitters that print it. */
interface EmittedLayer {
  readonly what: string;
  /** The folders of the emitters, or the only files of these that print it. */
  readonly emitters: readonly string[];
}

/** What is printed, in the order in which it builds on each other. */
export const emittedLayers: Readonly<Record<EmittedName, EmittedLayer>> = {
  types: {
    what: "interfaces, types and constants",
    emitters: ["src/emit/types", "src/emit/summaries"],
  },
  guards: {
    what: "checks of each type, and why a value is not of it",
    emitters: ["src/emit/guards", "src/emit/shared-code"],
  },
  standard: {
    what: "the guards as Standard Schemas",
    emitters: [],
  },
  dispatch: {
    what: "tables: each method's direction, params, results, capability and errors",
    emitters: ["src/emit/dispatch"],
  },
  stubs: {
    what: "typed handlers and calls of server and client",
    emitters: ["src/emit/stubs"],
  },
  registry: {
    what: "factories of tools, resources and prompts, typed for the revision",
    emitters: [],
  },
  entry: {
    what: "the module that programs import",
    emitters: [],
  },
  "json-schema": {
    what: "the JSON Schema",
    emitters: ["src/emit/json-schema"],
  },
  protocol: {
    what: "the revision as data",
    emitters: [],
  },
  crossing: {
    what: "one server and one client for this revision and the one beside it, and what its values need to get there",
    emitters: ["src/emit/crossing"],
  },
  extensions: {
    what: "types, guards, tables and typed calls of extensions",
    emitters: ["src/emit/extension"],
  },
};

export const emittedNames: readonly EmittedName[] = Object.keys(
  emittedLayers,
  // The keys of the table, which is written out above.
) as EmittedName[];

/** The files of each layer. */
export type EmittedLayers = ReadonlyMap<EmittedName, readonly EmittedFile[]>;

/** What is emitted: a revision, the one beside it, and the extensions of the first. */
export interface Emitted {
  readonly core: Protocol;
  readonly neighbour?: Protocol;
  readonly extended: ExtendedProtocol;
}

/** Prints every layer; without `docs`, what is left is code. */
export function emitLayers(
  { core, neighbour, extended }: Emitted,
  docs: boolean,
): EmittedLayers {
  const options: EmitOptions = {
    emit: emitNames,
    target: "ts",
    importExtension: ".js",
    jsonSchema: "corrected",
    docs,
    runtime: "copy",
    with: [],
  };
  const beside = neighbour === undefined ? [] : [neighbour];
  const layers = new Map<EmittedName, EmittedFile[]>();
  const add = (name: EmittedName, files: readonly EmittedFile[]): void => {
    layers.set(name, [...(layers.get(name) ?? []), ...files]);
  };
  for (const file of emitRevision(core, options).files)
    add(layerOf(file.path), [file]);
  if (beside.length > 0)
    add("crossing", emitAllRevisions([...beside, core], options));
  const { parts, entries } = emitExtensions([extended], options);
  add(
    "extensions",
    [...parts, ...entries].flatMap(({ files }) => files),
  );
  return layers;
}

/** Which layer a file of a revision is: its name is that of an output. */
function layerOf(path: string): EmittedName {
  const name = path.slice(path.lastIndexOf("/") + 1).replace(/\..*$/, "");
  switch (name) {
    case "types":
    case "guards":
    case "standard":
    case "dispatch":
    case "registry":
    case "protocol":
      return name;
    case "server":
    case "client":
      return "stubs";
    case "schema":
      return "json-schema";
    default:
      return "entry";
  }
}

/** The lines of code of what was printed without docs: no header, no comment. */
export function codeLines(files: readonly EmittedFile[]): string[] {
  return files.flatMap(({ path, text }) => {
    const lines = writtenLines(text);
    return path.endsWith(".json") ? lines : lines.filter(isCode);
  });
}

/** How much is printed of a layer: code as it is without docs, and what docs add to it. */
export function countLayer(
  bare: readonly EmittedFile[],
  documented: readonly EmittedFile[],
): LineCount {
  const code = codeLines(bare).length;
  const all = documented.flatMap(({ text }) => writtenLines(text)).length;
  return { code, comments: all - code };
}

function writtenLines(text: string): string[] {
  return text.split("\n").filter((line) => line.trim() !== "");
}

// What is printed begins no line of code like this, and no text has several lines.
function isCode(line: string): boolean {
  return !/^\s*(\/\/|\/\*|\*)/.test(line);
}

/**
 * How many lines are in the first and not in the second, each as often as it is there. A line
 * that moved is the same, and so is one that another follows in its list.
 */
export function linesOnlyIn(
  lines: readonly string[],
  others: readonly string[],
): number {
  const left = new Map<string, number>();
  for (const line of others.map(withoutComma))
    left.set(line, (left.get(line) ?? 0) + 1);
  return lines.map(withoutComma).filter((line) => {
    const count = left.get(line) ?? 0;
    left.set(line, count - 1);
    return count <= 0;
  }).length;
}

function withoutComma(line: string): string {
  return line.replace(/,$/, "");
}
