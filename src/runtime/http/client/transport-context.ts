import type { ProtocolTable } from "../../protocol/revision/protocol-table.ts";
import type { Clock } from "../../protocol/timers/deadlines.ts";
import type { Receiver } from "../../peer/transport.ts";
import type { FetchLike, ResolvedTransportOptions } from "./options.ts";

/** What the parts of a client's HTTP transport share. */
export interface HttpLink {
  readonly options: ResolvedTransportOptions;
  /** Sends a request, with what it needs to be let in. */
  readonly fetch: FetchLike;
  /** Hears what comes, and which calls fail. */
  readonly receiver: Receiver;
  /** The revision that was offered or agreed on last. */
  readonly table: ProtocolTable | undefined;
  /** Whether the server was asked what only a stateless server knows. */
  readonly probed: boolean;
  /** Aborts when the transport is closed. */
  readonly closing: AbortSignal;
  /** The clock of calls, which stands still while a person is asked. */
  readonly clock: Clock;
  /** Reports what was got over. */
  warn(warning: Error): void;
  /** Ends the connection: with the reason when it broke. */
  end(error?: Error): void;
}

/** As its transport sees it, which hears what is spoken. */
export interface OpenHttpLink extends HttpLink {
  table: ProtocolTable | undefined;
  probed: boolean;
}
