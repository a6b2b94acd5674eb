import { TimeoutError } from "../wire/errors.ts";

/** How to find out that a silent peer is gone. */
export interface KeepAliveOptions {
  /** The time between two pings, in milliseconds. */
  readonly intervalMs: number;
  /** How long a ping may wait for its answer, in milliseconds: as long as the interval by default. */
  readonly timeoutMs?: number;
}

/** What is kept alive, and closed in the end. */
interface Alive {
  readonly done: Promise<unknown>;
  close(): Promise<void>;
}

/** What sends the pings. */
interface Pinging {
  request(
    method: "ping",
    params: undefined,
    options: { readonly timeout: number },
  ): Promise<unknown>;
}

/**
 * Pings the peer until the connection ends, and closes it when no answer comes:
 * the page `basic/utilities/ping` of the revisions that have pings.
 */
export function keepAlive(
  connection: Alive,
  caller: Pinging,
  { intervalMs, timeoutMs = intervalMs }: KeepAliveOptions,
): void {
  const ping = async (): Promise<void> => {
    try {
      await caller.request("ping", undefined, { timeout: timeoutMs });
    } catch (error) {
      // Any answer shows that the peer is there, even an error.
      if (error instanceof TimeoutError) await connection.close();
    }
  };
  const timer = setInterval(() => void ping().catch(() => {}), intervalMs);
  void connection.done.then(() => clearInterval(timer));
}
