import { UsageError } from "../diagnostics/error.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { sha256 } from "../digest.ts";
import {
  emitAllRevisions,
  emitRevisions,
  type EmittedFile,
} from "../emit/index.ts";
import type { Declaration, Protocol } from "../model/index.ts";
import type { ManifestInput } from "../output/index.ts";
import { collisionDiagnostics } from "./collisions.ts";
import { emitOptions, type GenerateOptions } from "./options.ts";
import { assertNoErrors, judge } from "./parse.ts";
import { readProtocols } from "./protocols.ts";
import { protocolSchemaFiles } from "./protocol-schema.ts";
import {
  requiredPackages,
  runtimeFiles,
  type RequiredPackage,
} from "./runtime.ts";

/** What was emitted, from what. */
export interface Emission {
  /** The ids of the revisions, sorted. */
  revisions: string[];
  inputs: ManifestInput[];
  diagnostics: Diagnostic[];
  packages: RequiredPackage[];
  emitted: EmittedFile[];
}

/** Reads the protocols and emits their files, in memory. */
export async function emitAll(options: GenerateOptions): Promise<Emission> {
  const chosen = emitOptions(options);
  const { protocols, diagnostics } = await readProtocols(options);
  const placeless = protocols.map(withoutPlaces);
  const { revisions, shared } = emitRevisions(placeless, chosen);
  const doubts = protocols.flatMap((protocol, place) =>
    collisionDiagnostics(protocol, revisions[place]?.collisions ?? []),
  );
  const found = [...diagnostics, ...judge(doubts, options)];
  assertNoErrors(found);
  const emitted = [
    ...revisions.flatMap(({ files }) => files),
    ...shared,
    ...emitAllRevisions(placeless, chosen),
    ...protocolSchemaFiles(chosen),
    ...runtimeFiles(chosen),
  ];
  return {
    revisions: protocols.map(({ revision }) => revision),
    inputs: inputsOf(protocols, options),
    diagnostics: found,
    packages: requiredPackages(chosen),
    emitted: await formatted(emitted, options),
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
  protocols: readonly Protocol[],
  { facts }: GenerateOptions,
): ManifestInput[] {
  const inputs = protocols.map(revisionInput);
  if (facts === undefined) return inputs;
  return [...inputs, { kind: "facts", sha256: sha256(JSON.stringify(facts)) }];
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
): Promise<EmittedFile[]> {
  if (!prettier) return files;
  if (out === undefined) {
    throw new UsageError("invalid-option", "prettier needs an output folder", {
      hint: "its configuration is looked up from there",
    });
  }
  const { formatFiles } = await import("../output/format.ts");
  return formatFiles(files, out);
}
