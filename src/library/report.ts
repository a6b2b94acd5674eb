import type { DerivationReport, Doubt } from "../derivation/report.ts";
import { UsageError } from "../diagnostics/error.ts";
import type { Protocol } from "../model/index.ts";
import { load } from "../spec/load.ts";
import { bundledRevisions, findBundled } from "../spec/revisions.ts";
import type { ProtocolOptions } from "./options.ts";
import { derive } from "./parse.ts";
import { readProtocols } from "./protocols.ts";

/**
 * Finds out which layers of an SDK for a revision follow from its schema, which need facts
 * that no schema says, and which people wrote. Lines are those of this version of mcp-gen,
 * counted when it was built. Throws a `UsageError` where the options name no revision or
 * several, and an `InputError` for what cannot be read.
 */
export async function report(
  options: ProtocolOptions,
): Promise<DerivationReport> {
  const { protocols, extended, diagnostics } = await readProtocols(
    options,
    "note",
  );
  const [core, second] = protocols;
  const [withExtensions] = extended;
  if (
    core === undefined ||
    withExtensions === undefined ||
    second !== undefined
  )
    throw new UsageError(
      "invalid-option",
      `A report is of one revision: there are ${protocols.length}`,
      { hint: "make one of each of them" },
    );
  const neighbour = await neighbourOf(core);
  // What no other command needs.
  const { reportDerivation } = await import("../derivation/index.ts");
  return reportDerivation({
    core,
    extended: withExtensions,
    doubts: distinct([...diagnostics, ...(await doubtsOf(core, options))]),
    ...(neighbour === undefined ? {} : { neighbour }),
    ...(options.facts === undefined ? {} : { added: options.facts }),
  });
}

/** A model was derived when it was made: what was doubtful then is found again. */
async function doubtsOf(
  core: Protocol,
  options: ProtocolOptions,
): Promise<Doubt[]> {
  const { declarations, revision, source } = core;
  const again = await derive(declarations, revision, source, options);
  const isSame = JSON.stringify(again.protocol) === JSON.stringify(core);
  return [
    ...again.diagnostics,
    ...(isSame
      ? []
      : [
          {
            code: "facts-unknown",
            message: `${revision} says what follows neither from its declarations nor from the facts that are known: the report is of what follows`,
            hint: "name the facts that it was made with, with --facts",
          },
        ]),
  ];
}

function distinct(doubts: readonly Doubt[]): Doubt[] {
  const found = doubts.map(({ code, message, hint }): [string, Doubt] => [
    `${code} ${message}`,
    { code, message, ...(hint === undefined ? {} : { hint }) },
  ]);
  return [...new Map(found).values()];
}

/** The bundled revision before it; of the first one, the one after it. */
async function neighbourOf({
  revision,
}: Protocol): Promise<Protocol | undefined> {
  const model = findBundled(revision)?.aliasOf ?? revision;
  const others = bundledRevisions().filter(
    ({ id, aliasOf = id }) => aliasOf !== model,
  );
  const found =
    others.findLast(({ id }) => id < revision) ??
    others.find(({ id }) => id > revision);
  return found === undefined ? undefined : load(found.id);
}
