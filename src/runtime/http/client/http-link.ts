import type { ProtocolTable } from "../../table/protocol-table.ts";
import type { Receiver } from "../../peer/transport.ts";
import type { ResolvedTransportOptions } from "./options.ts";

/** What the parts of a client's HTTP transport share. */
export interface HttpLink {
  readonly options: ResolvedTransportOptions;
  /** Hears what comes, and which calls fail. */
  readonly receiver: Receiver;
  /** The revision that was offered or agreed on last. */
  readonly table: ProtocolTable | undefined;
  /** Whether the server was asked what only a stateless server knows. */
  readonly probed: boolean;
  /** Aborts when the transport is closed. */
  readonly closing: AbortSignal;
  /** Reports what was got over. */
  warn(warning: Error): void;
  /** Ends the connection: with the reason when it broke. */
  end(error?: Error): void;
}
