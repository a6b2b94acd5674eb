import type { ClientHost } from "../../client/extension.ts";
import { sleep } from "../../protocol/timers/sleep.ts";
import { TimeoutError, TransportError } from "../../protocol/errors.ts";

/** Maximum number of consecutive retries: about a minute and a half. */
const maxLost = 8;
const firstDelay = 500;
const longestDelay = 30_000;

/**
 * Retries a request after network failures, with growing delays. Only for requests that are
 * safe to repeat. Rejects with the last error.
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
      // Without a connection, the next one is awaited once: it may never come.
      const isLast = lost === maxLost || (lost > 0 && !host.table);
      if (!isLost(error) || isLast || signal.aborted) throw error;
      await sleep(Math.min(firstDelay * 2 ** lost, longestDelay), signal);
      if (signal.aborted) throw error;
    }
}

/** HTTP status codes of temporary rejections. */
const momentary: readonly unknown[] = [408, 425, 429];

function isLost(error: unknown): boolean {
  if (error instanceof TimeoutError) return true;
  if (!(error instanceof TransportError)) return false;
  const status: unknown = Reflect.get(error, "status");
  const isRefusal = typeof status === "number" && status >= 400 && status < 500;
  return !isRefusal || momentary.includes(status);
}
