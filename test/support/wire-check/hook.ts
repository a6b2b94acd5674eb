import type {
  ProtocolTable,
  SpokenRevision,
} from "../../../src/runtime/protocol/revision/protocol-table.ts";
import type { Transport } from "../../../src/runtime/peer/transport.ts";
import { override } from "./override.ts";
import { recordTransport } from "./record.ts";
import { isObject } from "./read.ts";
import { isRecorded, type Side } from "./recording.ts";

/** A function of the runtime that makes one end of conversations. */
type Build = (...given: unknown[]) => { connect: Connect };

type Open = () => Transport | Promise<Transport>;

type Connect = (to: Transport | Open, ...rest: unknown[]) => unknown;

/**
 * The function that makes servers or clients, whose traffic is recorded, over
 * whatever transport. What a test writes to them by hand is their peer's, and may
 * be as wrong as the test likes.
 */
export function recordingEnd(side: Side, build: Build): Build {
  const recording: Build = (revisions, settings, ...more) => {
    const tables = tablesOf(revisions);
    const end = build(revisions, watched(settings, tables), ...more);
    if (!isRecorded(side)) return end;
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

/** What an extension is at work: `extend` gives the tables as they are spoken. */
interface Joined {
  extend(revision: SpokenRevision): SpokenRevision;
}

/** The settings with extensions whose tables are noted, in the place of those without. */
function watched(settings: unknown, tables: ProtocolTable[]): unknown {
  if (!isObject(settings) || !Array.isArray(settings["extensions"]))
    return settings;
  const begin =
    (begun: (host: unknown) => Joined) =>
    (host: unknown): Joined => {
      const joined = begun(host);
      return override(joined, {
        extend: (...given: Parameters<Joined["extend"]>) => {
          const made = joined.extend(...given);
          const { revision } = made.table;
          const at = tables.findIndex((one) => one.revision === revision);
          tables[at] = withSent(made);
          return made;
        },
      });
    };
  type Extension = Record<"use" | "serve", (host: unknown) => Joined>;
  const extensions = settings["extensions"].map((one: Extension) =>
    override(one, {
      use: begin((host) => one.use(host)),
      serve: begin((host) => one.serve(host)),
    }),
  );
  return { ...settings, extensions };
}

/** A table that also has the guards of what its own side answers. */
function withSent({ table, sends = {} }: SpokenRevision): ProtocolTable {
  const requests = Object.entries(table.requests).map(([method, entry]) => {
    const results = entry.results ?? sends[method];
    return [method, results ? { ...entry, results } : entry] as const;
  });
  return { ...table, requests: Object.fromEntries(requests) };
}

/** The tables of the revisions that an end speaks, the first parameter of both. */
function tablesOf(revisions: unknown): ProtocolTable[] {
  const list = revisions as readonly { readonly table: ProtocolTable }[];
  return list.map(({ table }) => table);
}
