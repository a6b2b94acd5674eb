import { UsageError } from "../../base/diagnostics/error.ts";
import type { Diagnostic } from "../../base/diagnostics/diagnostic.ts";
import { sha256 } from "../../base/digest.ts";
import {
  emitAllRevisions,
  emitExtensions,
  emitRevisions,
  type EmitName,
  type EmitOptions,
  type EmittedEntry,
  type EmittedFile,
} from "../../emit/index.ts";
import type {
  Declaration,
  ExtensionModel,
  Protocol,
} from "../../schema/model/index.ts";
import {
  attributesFile,
  type ManifestInput,
  type ManifestInputs,
} from "../../emit/output/index.ts";
import { packageVersion } from "../../base/package.ts";
import type { RequiredPackage } from "../packages/lacks.ts";
import { collisionDiagnostics } from "./collisions.ts";
import { leftOutDiagnostics } from "./left-out.ts";
import { withKept } from "./kept.ts";
import { forgetful, type Memory } from "./memory.ts";
import { emitOptions, type GenerateOptions } from "./options.ts";
import { assertNoErrors, judge } from "./parse.ts";
import { readProtocols, type ProtocolSet } from "./protocols.ts";
import { protocolSchemaFiles } from "./protocol-schema.ts";
import { hasStubs, requiredPackages, runtimeFiles } from "./runtime.ts";

/** What a run has read, and what it was to do. */
export interface EmissionReport {
  /** The ids of the revisions, sorted. */
  revisions: string[];
  /** What was read, with its digests. */
  inputs: ManifestInput[];
  /** What was found in the input. */
  diagnostics: Diagnostic[];
  /** The outputs, as they were asked for or by default. */
  emit: readonly EmitName[];
  /** Where the stubs import the runtime from: `copy` for the folder beside them. */
  runtime: string;
  /** What the folder was generated of before, where that is something else. */
  earlier?: readonly string[];
  /** What has to be installed for the files to run. */
  packages: RequiredPackage[];
}

/** What was emitted, from what. */
export interface Emission {
  report: EmissionReport;
  options: EmitOptions;
  files: EmittedFile[];
  /** The modules that have extensions as values. */
  entries: readonly EmittedEntry[];
  /** What the manifest says beside the files. */
  manifest: ManifestInputs;
}

/** Reads the protocols and emits their files, in memory; what has not changed is not made again. */
export async function emitAll(
  given: GenerateOptions,
  memory: Memory = forgetful,
): Promise<Emission> {
  const { options, earlier } = withKept(given);
  const chosen = emitOptions(options);
  const { emit, runtime } = chosen;
  const read = await readProtocols(options, "error", memory);
  const { protocols, diagnostics } = read;
  const placeless = protocols.map((protocol) =>
    memory.recall(`placeless ${protocol.revision}`, [protocol], () =>
      withoutPlaces(protocol),
    ),
  );
  const { revisions, shared } = emitRevisions(placeless, chosen);
  const { parts, entries } = emitExtensions(read.extended, chosen);
  const doubts = [
    ...protocols.flatMap((protocol, place) => {
      const { collisions = [], leftOut = [] } = revisions[place] ?? {};
      return [
        ...collisionDiagnostics(protocol, collisions),
        ...leftOutDiagnostics(protocol, leftOut),
      ];
    }),
    ...parts.flatMap(({ extended: { protocol }, part, collisions }) =>
      collisionDiagnostics(
        protocol,
        collisions,
        `${part.model.extension} in ${protocol.revision}`,
      ),
    ),
  ];
  const found = [...diagnostics, ...judge(doubts, options)];
  assertNoErrors(found);
  const emitted = [
    ...revisions.flatMap(({ files }) => files),
    ...shared,
    ...emitAllRevisions(placeless, chosen),
    ...parts.flatMap(({ files }) => files),
    ...entries.flatMap(({ files }) => files),
    ...protocolSchemaFiles(chosen, read.extensions),
    ...memory.recall(
      "runtime",
      [JSON.stringify(chosen), ...read.extensions],
      () => runtimeFiles(chosen, read.extensions),
    ),
  ];
  emitted.push(attributesFile(emitted));
  const inputs = inputsOf(read, options);
  const ids = protocols.map(({ revision }) => revision);
  const isOther = earlier !== undefined && earlier.join() !== ids.join();
  return {
    report: {
      revisions: ids,
      ...(isOther ? { earlier } : {}),
      inputs,
      diagnostics: found,
      emit,
      runtime,
      packages: requiredPackages(chosen),
    },
    options: chosen,
    entries,
    files: await formatted(emitted, options, memory),
    manifest: {
      generator: packageVersion(),
      // Where nothing runs on it, nothing was chosen.
      ...(hasStubs(chosen) || options.runtime !== undefined ? { runtime } : {}),
      ...(options.prettier === true ? { prettier: true } : {}),
      inputs,
    },
  };
}

/** Places are for diagnostics: their paths differ from one machine to the next. */
function withoutPlaces(protocol: Protocol): Protocol {
  const declarations = protocol.declarations.map(
    ({ position, ...declaration }): Declaration => declaration,
  );
  return { ...protocol, declarations };
}

function inputsOf(
  { protocols, extensions }: ProtocolSet,
  { facts, extensions: named = [] }: GenerateOptions,
): ManifestInput[] {
  return [
    ...protocols.map(revisionInput),
    ...extensions.map(extensionInput),
    ...(facts === undefined ? [] : [factsInput(facts)]),
    ...extensions.flatMap(({ extension }, index) => {
      const added = named[index]?.facts;
      return added === undefined
        ? []
        : [{ ...factsInput(added), id: extension }];
    }),
  ];
}

function factsInput(facts: object): ManifestInput {
  return { kind: "facts", sha256: sha256(JSON.stringify(facts)) };
}

function extensionInput(model: ExtensionModel): ManifestInput {
  const { extension: id, revision, source } = model;
  const input = source ?? { sha256: sha256(JSON.stringify(model)) };
  return { kind: "extension", id, revision, ...input };
}

function revisionInput(protocol: Protocol): ManifestInput {
  const { revision: id, source } = protocol;
  // A protocol that was built in memory has no schema: it is the input itself.
  const input = source ?? { sha256: sha256(JSON.stringify(protocol)) };
  return { kind: "revision", id, ...input };
}

async function formatted(
  files: EmittedFile[],
  { prettier = false, out }: GenerateOptions,
  memory: Memory,
): Promise<EmittedFile[]> {
  if (!prettier) return files;
  if (out === undefined) {
    throw new UsageError("invalid-option", "prettier needs an output folder", {
      hint: "its configuration is looked up from there",
    });
  }
  const { formatFiles } = await import("../../emit/output/format.ts");
  return formatFiles(files, out, memory.recall);
}
