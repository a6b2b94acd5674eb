import type { GeneratedFile } from "../../emit/output/index.ts";
import type { UnknownPosition } from "../../emit/schema-types/index.ts";
import type { Snapshot } from "../snapshot/index.ts";
import {
  checkDescribed,
  writeDescribed,
  type DescribedCheck,
} from "../write.ts";
import { emitClient, type EmittedClient } from "./emit-client.ts";
import { chosenEmission, type ClientEmission } from "./options.ts";

/** What a typed client is generated from, and how. */
export interface GenerateClientOptions extends ClientEmission {
  /** What the server lists: `readSnapshot` reads it. */
  readonly snapshot: Snapshot;
  /** The output folder. Without it nothing is written. */
  readonly out?: string | undefined;
  /**
   * Whether to replace generated files that someone has edited since.
   *
   * @default false
   */
  readonly force?: boolean | undefined;
}

/** What of a server became a client. */
export interface ClientReport {
  /** What is imported: `connectWeather`; undefined where no client was emitted. */
  readonly connect: string | undefined;
  /** Where it imports the runtime from. */
  readonly runtime: string | undefined;
  /** How many of each there are. */
  readonly counts: {
    /** Tools. */
    readonly tools: number;
    /** Prompts. */
    readonly prompts: number;
    /** Resources at a fixed address. */
    readonly resources: number;
    /** Templates of resources. */
    readonly resourceTemplates: number;
  };
  /** What goes unchecked, is unknown or has no function: a line each. */
  readonly notes: readonly string[];
  /** Where a type is `unknown`, because TypeScript cannot say what the schema says. */
  readonly unknowns: readonly UnknownPosition[];
}

/** What `generateClient` has done. */
export interface GenerateClientReport extends ClientReport {
  /** Every file, whether it was written or was as it should be. */
  readonly files: readonly GeneratedFile[];
}

/** How a folder stands to what `generateClient` would write. */
export interface CheckClientReport extends ClientReport, DescribedCheck {}

/**
 * Generates a typed client of a server into `out`, all of its files or none, or in memory where
 * there is no `out`. Throws a `UsageError` or an `OutputError`.
 */
export async function generateClient(
  options: GenerateClientOptions,
): Promise<GenerateClientReport> {
  const { out, force = false } = options;
  const emitted = emittedOf(options);
  const files =
    out === undefined
      ? emitted.files.map(({ path, text }): GeneratedFile => {
          return { path, status: "emitted", text };
        })
      : await writeDescribed(out, emitted, { force });
  return { ...reportOf(emitted), files };
}

/** Compares a folder with what `generateClient` would write there, and writes nothing. Throws as that does. */
export async function checkClient(
  options: GenerateClientOptions & {
    /** The folder that is looked at. */
    readonly out: string;
  },
): Promise<CheckClientReport> {
  const emitted = emittedOf(options);
  return {
    ...reportOf(emitted),
    ...(await checkDescribed(options.out, emitted)),
  };
}

function emittedOf(options: GenerateClientOptions): EmittedClient {
  const { snapshot, out } = options;
  const chosen = chosenEmission(options, out, snapshot.server.name);
  return emitClient(snapshot, chosen);
}

function reportOf(emitted: EmittedClient): ClientReport {
  const { snapshot, type, runtime, notes, unknowns } = emitted;
  return {
    connect: runtime === undefined ? undefined : `connect${type}`,
    runtime,
    counts: {
      tools: snapshot.tools.length,
      prompts: snapshot.prompts.length,
      resources: snapshot.resources.length,
      resourceTemplates: snapshot.resourceTemplates.length,
    },
    notes,
    unknowns,
  };
}
