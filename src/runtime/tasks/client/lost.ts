import type { ClientHost } from "../../client/extension.ts";
import { sleep } from "../../protocol/timers/sleep.ts";
import { TimeoutError, TransportError } from "../../protocol/errors.ts";

/** How often in a row the network may lose a request: for a minute and a half, about. */
const maxLost = 8;
const firstDelay = 500;
const longestDelay = 30_000;

/**
 * Asks again what the network lost, each time later: for requests that do no harm when
 * they arrive twice. Rejects with what the last one did.
 */
export async function repeatLost<Value>(
  host: ClientHost,
  ask: () => Promise<Value>,
  signal: AbortSignal,
): Promise<Value> {
  for (let lost = 0; ; lost++)
    try {
      return await ask();
    } catch (error) {
      // Without a connection, the next one is waited for once: it may never come.
      const isLast = lost === maxLost || (lost > 0 && !host.table);
      if (!isLost(error) || isLast || signal.aborted) throw error;
      await sleep(Math.min(firstDelay * 2 ** lost, longestDelay), signal);
      if (signal.aborted) throw error;
    }
}

/** HTTP's ways to say that it is the wrong moment, and not the wrong request. */
const momentary: readonly unknown[] = [408, 425, 429];

function isLost(error: unknown): boolean {
  if (error instanceof TimeoutError) return true;
  if (!(error instanceof TransportError)) return false;
  const status: unknown = Reflect.get(error, "status");
  const isRefusal = typeof status === "number" && status >= 400 && status < 500;
  return !isRefusal || momentary.includes(status);
}
