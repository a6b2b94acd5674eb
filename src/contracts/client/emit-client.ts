import { InputError } from "../../base/diagnostics/error.ts";
import type { EmittedFile } from "../../emit/index.ts";
import { generatedMark } from "../../emit/print/marks.ts";
import type { Module } from "../../emit/print/module.ts";
import { renderModule } from "../../emit/print/render.ts";
import type { UnknownPosition } from "../../emit/schema-types/index.ts";
import { docText } from "../../emit/print/doc-text.ts";
import { excerpt } from "../excerpt.ts";
import { runtimeModule } from "../runtime.ts";
import {
  printSnapshot,
  readSnapshot,
  withoutInstances,
  type Snapshot,
} from "../snapshot/index.ts";
import type { Described } from "../write.ts";
import { clientModule } from "./client-module.ts";
import { guardsModule } from "./guards-module.ts";
import { indexModule } from "./index-module.ts";
import { onlyMeant } from "./only.ts";
import type { ChosenEmission } from "./options.ts";
import { planClient } from "./plan.ts";
import { typesModule } from "./types-module.ts";

/** The file of the snapshot, in the folder of a client. */
export const snapshotPath = "snapshot.json";

/** No larger file is read again, in bytes. */
const maxBytes = 16 * 1024 * 1024;

/** A folder of a client, and what is to be known of it. */
export interface EmittedClient extends Described {
  /** What is in it of what was listed. */
  readonly snapshot: Snapshot;
  /** What begins the names of its types. */
  readonly type: string;
  /** What goes unchecked or is unknown, a line each. */
  readonly notes: readonly string[];
  /** Where a type does not say what its schema does. */
  readonly unknowns: readonly UnknownPosition[];
}

/** The folder of a typed client, in memory. */
export function emitClient(
  listed: Snapshot,
  chosen: ChosenEmission,
): EmittedClient {
  const lasting = withoutInstances(listed);
  const text = printSnapshot(onlyMeant(lasting, chosen.only));
  if (Buffer.byteLength(text) > maxBytes)
    throw new InputError(
      "too-large",
      `The snapshot would have more than ${maxBytes} bytes`,
      { hint: '--only "get_*" takes a part of what the server lists' },
    );
  // In the order that is kept: from the file the same becomes, to the letter.
  const snapshot = readSnapshot(text, snapshotPath);
  const { guards, client, docs, importExtension, runtime } = chosen;
  const plan = planClient(chosen.name, snapshot, chosen.only.length === 0);
  const header = (content: string): string[] => headerOf(content, snapshot);
  const types = typesModule(plan, header("Types"), docs);
  const modules: Module[] = [
    types.module,
    ...(guards ? [guardsModule(plan, header("Guards"), docs)] : []),
    ...(client
      ? [
          clientModule(plan, {
            header: header("Client"),
            ...{ docs, guards },
            from: runtimeModule(runtime),
          }),
        ]
      : []),
    indexModule(plan, header("Entry"), { guards, client }),
  ];
  const files: EmittedFile[] = [
    { path: snapshotPath, text },
    ...modules.flatMap((module) =>
      renderModule(module, { target: "ts", importExtension }),
    ),
  ];
  return {
    snapshot,
    type: plan.type,
    notes: plan.notes,
    unknowns: types.unknowns,
    files,
    made: chosen.made,
    ...(client && { runtime }),
    source: { kind: "description", text },
  };
}

function headerOf(
  content: string,
  { server, protocolVersion }: Snapshot,
): string[] {
  const [name, version, revision] = [
    server.name,
    server.version,
    protocolVersion,
  ].map((text) => docText(excerpt(text)));
  return [
    `${content} of the server ${name}, version ${version}, as it listed itself in the revision ${revision}.`,
    "",
    generatedMark,
  ];
}
