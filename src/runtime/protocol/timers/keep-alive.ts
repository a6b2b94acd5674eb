import { TimeoutError, TransportError } from "../errors.ts";
import { longestDelay } from "./deadlines.ts";
import type { Report } from "./reports.ts";
import { requireKnown } from "../sound-option.ts";
import { duration } from "./time-limits.ts";

/** How to find out that a silent peer is gone. */
export interface KeepAliveOptions {
  /** The time between two pings, in milliseconds. */
  readonly intervalMs: number;
  /**
   * How long a ping may wait for its answer, in milliseconds.
   *
   * @default `intervalMs`
   */
  readonly timeoutMs?: number;
}

/** What is kept alive, and closed in the end. */
interface Alive {
  readonly done: Promise<unknown>;
  close(reason: Error): Promise<void>;
}

/** What sends the pings. */
interface Pinging {
  request(
    method: "ping",
    params: undefined,
    options: { readonly timeout: number },
  ): Promise<unknown>;
}

/** The options with nothing left open. Throws a TypeError for times that are none. */
export function keepAliveOptions(
  given: KeepAliveOptions | undefined,
): Required<KeepAliveOptions> | undefined {
  if (!given) return undefined;
  requireKnown("keepAlive", given, { intervalMs: true, timeoutMs: true });
  const { intervalMs: between, timeoutMs } = given;
  const intervalMs = duration("keepAlive.intervalMs", between, NaN);
  return {
    intervalMs,
    timeoutMs: duration("keepAlive.timeoutMs", timeoutMs, intervalMs),
  };
}

/**
 * Pings the peer until the connection ends, and closes it when no answer comes,
 * which is reported: the page `basic/utilities/ping` of the revisions that have
 * pings.
 */
export function keepAlive(
  connection: Alive,
  caller: Pinging,
  { intervalMs, timeoutMs }: Required<KeepAliveOptions>,
  report: Report,
): void {
  const fail = async (cause: Error): Promise<void> => {
    const reason = new TransportError(
      `the peer has not answered a ping for ${timeoutMs} ms`,
      { cause },
    );
    report(reason, { kind: "dead connection" });
    await connection.close(reason);
  };
  const ping = async (): Promise<void> => {
    try {
      await caller.request("ping", undefined, { timeout: timeoutMs });
    } catch (error) {
      // Any answer shows that the peer is there, even an error.
      if (error instanceof TimeoutError) await fail(error);
    }
  };
  const timer = setInterval(
    () => void ping().catch(() => {}),
    Math.min(intervalMs, longestDelay),
  );
  void connection.done.then(() => clearInterval(timer));
}
