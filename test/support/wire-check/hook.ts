import type { ProtocolTable } from "../../../src/runtime/table/protocol-table.ts";
import type { Transport } from "../../../src/runtime/peer/transport.ts";
import { recordTransport } from "./record.ts";
import { isRecorded, type Side } from "./recording.ts";

/** A function of the runtime that makes one end of conversations. */
type Build = (...given: unknown[]) => {
  connect: Connect;
  /** What it speaks, with what extensions add to that, where it tells. */
  readonly revisions?: readonly ProtocolTable[];
};

type Open = () => Transport | Promise<Transport>;

type Connect = (to: Transport | Open, ...rest: unknown[]) => unknown;

/**
 * The function that makes servers or clients, whose traffic is recorded, over
 * whatever transport. What a test writes to them by hand is their peer's, and may
 * be as wrong as the test likes.
 */
export function recordingEnd(side: Side, build: Build): Build {
  const recording: Build = (...given) => {
    const end = build(...given);
    if (!isRecorded(side)) return end;
    const tables = tablesOf(given[0]).map(
      (table) =>
        end.revisions?.find(({ revision }) => revision === table.revision) ??
        table,
    );
    const record = (transport: Transport): Transport =>
      recordTransport(transport, { side, tables });
    const connect = end.connect.bind(end);
    end.connect = (to, ...rest) =>
      connect(
        typeof to === "function" ? async () => record(await to()) : record(to),
        ...rest,
      );
    return end;
  };
  originals.set(recording, build);
  return recording;
}

const originals = new WeakMap<object, unknown>();

/** A function of the runtime as it is, without the recording of what is said. */
export function unrecorded<Function extends object>(
  wrapped: Function,
): Function {
  // What was wrapped has the type of what wraps it.
  return (originals.get(wrapped) ?? wrapped) as Function;
}

/** The tables of the revisions that an end speaks, the first parameter of both. */
function tablesOf(revisions: unknown): ProtocolTable[] {
  const list = revisions as readonly { readonly table: ProtocolTable }[];
  return list.map(({ table }) => table);
}
