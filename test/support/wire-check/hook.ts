import type { ProtocolTable } from "../../../src/runtime/table/protocol-table.ts";
import type { Transport } from "../../../src/runtime/peer/transport.ts";
import { recordTransport } from "./record.ts";
import type { Side } from "./recording.ts";

/** A function of the runtime that makes one end of conversations. */
type Build = (...given: unknown[]) => { connect: Connect };

type Open = () => Transport | Promise<Transport>;

type Connect = (to: Transport | Open, ...rest: unknown[]) => unknown;

/**
 * A module of the runtime whose servers and clients have their traffic recorded,
 * over whatever transport. What a test writes to them by hand is their peer's,
 * and may be as wrong as the test likes.
 */
export function hooked(module: object): object {
  const { buildServer, buildClient } = module as {
    // The two are what the modules export by these names.
    readonly buildServer?: Build;
    readonly buildClient?: Build;
  };
  return {
    ...module,
    ...(buildServer && { buildServer: recording("server", buildServer) }),
    ...(buildClient && { buildClient: recording("client", buildClient) }),
  };
}

function recording(side: Side, build: Build): Build {
  return (...given) => {
    const end = build(...given);
    const tables = tablesOf(given[0]);
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
}

/** The tables of the revisions that an end speaks, the first parameter of both. */
function tablesOf(revisions: unknown): ProtocolTable[] {
  const list = revisions as readonly { readonly table: ProtocolTable }[];
  return list.map(({ table }) => table);
}
