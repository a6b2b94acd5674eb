import type { Server } from "../../server/create-server.ts";
import type { HttpExchange } from "../shared/exchange.ts";
import type { HttpOptions, SessionOptions } from "./options.ts";

/** Options with nothing left open. */
export type ResolvedOptions = Required<
  Pick<
    HttpOptions,
    | "responses"
    | "keepAliveMs"
    | "retryMs"
    | "authorizeTimeoutMs"
    | "bodyTimeoutMs"
    | "maxBodyBytes"
    | "maxHeaderBytes"
    | "maxDepth"
    | "maxBatch"
    | "maxRequests"
    | "maxStreams"
    | "maxBufferedBytes"
    | "inputSchema"
  >
> &
  Pick<
    HttpOptions,
    | "path"
    | "allowedHosts"
    | "allowedOrigins"
    | "cors"
    | "authorize"
    | "eventStore"
    | "sse"
    | "healthPath"
  > & { readonly sessions: Required<SessionOptions> | false };

/** What the parts of the HTTP transport share. */
export interface HttpHost {
  readonly server: Server;
  readonly options: ResolvedOptions;
  /** Never throws. */
  readonly onError: (error: Error) => void;
  /**
   * Whether requests may share a turn of the event loop. A platform like Workers
   * lets no request go on with what another began.
   */
  readonly turns: "shared" | "own";
  /** Calls back from time to time until it is stopped, for a comment on a silent stream. */
  keepAlive(beat: () => void): () => void;
  /** Counts a stream in; undefined when there are too many. The function counts it out, once. */
  openStream(): (() => void) | undefined;
}

/** One of the ways in which clients speak HTTP. `value` is the parsed body. */
export interface HttpEndpoint {
  post(exchange: HttpExchange, value: unknown): void;
  /** Lets what is in flight finish, ends streams, and closes. */
  end(): Promise<void>;
  /** Drops what is in flight, and closes at once. */
  close(): void;
}
