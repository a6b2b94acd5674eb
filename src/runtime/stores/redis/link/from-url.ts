import { toError } from "../../../protocol/errors.ts";
import { now } from "../../../protocol/timers/deadlines.ts";
import { waitFor } from "../../../protocol/timers/wait-for.ts";
import { wireOf, end, type Wire } from "./client.ts";
import { failureOf, RedisError } from "./redis-error.ts";

/** The longest pause between two attempts to connect, in milliseconds. */
const longestPause = 500;

/** How often a quiet connection is looked after, in milliseconds, and when it is given up. */
const pingMs = 4_000;
const silenceMs = 15_000;

/** How soon a connection may be given up for another, in milliseconds. */
const renewMs = 500;

/** How many commands may wait for their answers on one connection. */
const maxWaiting = 20_000;

/** What is used of a client of the package. */
interface NodeClient {
  readonly isReady: boolean;
  connect(): Promise<unknown>;
}

const schemes: readonly string[] = ["redis:", "rediss:", "unix:"];

/**
 * Connects by a URL, with the package `@redis/client`. Rejects with a RedisError when
 * Redis is not there within so many milliseconds, or lets nobody in; throws a TypeError
 * for what is no URL of a Redis. None of them has the URL's password.
 */
export async function connectTo(
  given: string | URL,
  key: string,
  timeout: number,
  onError: (error: Error) => void,
): Promise<Wire> {
  const { url, place } = readUrl(given);
  const { createClient } = await loadPackage();
  const refused = new AbortController();
  let failed: unknown;
  let isTold = true;
  const create = (): NodeClient => {
    const client = createClient({
      url,
      // Who has to wait does so here, with a limit.
      disableOfflineQueue: true,
      commandsQueueMaxLength: maxWaiting,
      pingInterval: pingMs,
      socket: {
        connectTimeout: timeout,
        socketTimeout: silenceMs,
        reconnectStrategy: (round) =>
          Math.min(20 * 2 ** Math.min(round, 10), longestPause) *
          (0.75 + Math.random() / 2),
      },
    });
    client.on("error", (error: unknown) => {
      failed = error;
      const { text, mayPass, writes } = failureOf(error);
      if (!mayPass) refused.abort();
      // Pings hear that, too: it is there, and commands tell what it refuses.
      if (writes !== "unknown") return;
      // Once for each time that it is away.
      if (!isTold)
        onError(new RedisError("away", `Redis at ${place} is away: ${text}`));
      isTold = true;
    });
    client.on("ready", () => (isTold = false));
    return client;
  };
  const client = create();
  try {
    const { signal } = refused;
    await waitFor(client.connect(), { timeout, signal });
  } catch (error) {
    end(client);
    throw unreachable(place, failed ?? error, timeout);
  }
  return { ...renewing(client, create, key), place };
}

/** One connection after the other. */
function renewing(
  first: NodeClient,
  create: () => NodeClient,
  key: string,
): Wire {
  let client = first;
  let wire = wireOf(first, key);
  let renewedAt = -Infinity;
  let isEnded = false;
  return {
    send: (words) => wire.send(words),
    another: (signal) => wire.another(signal),
    end() {
      isEnded = true;
      wire.end();
    },
    renew() {
      // While one connects there is nothing better.
      if (isEnded || !client.isReady || now() - renewedAt < renewMs) return;
      renewedAt = now();
      wire.end();
      client = create();
      // It tries until it is ended.
      client.connect().catch(() => {});
      wire = wireOf(client, key);
    },
  };
}

function unreachable(
  place: string,
  failed: unknown,
  timeout: number,
): RedisError {
  const { code, text } = failureOf(failed);
  if (code !== undefined)
    return new RedisError(
      "refused",
      `Redis at ${place} lets nobody in: ${text}`,
      code,
    );
  const why = certificateHint(failed) ?? text;
  return new RedisError(
    "away",
    `Redis at ${place} cannot be reached within ${timeout} ms: ${why}. Is it running, is the address right, and is it rediss: where it speaks TLS alone?`,
  );
}

/** What OpenSSL says of certificates that nobody known has signed. */
function certificateHint(failed: unknown): string | undefined {
  const { code } = toError(failed) as { readonly code?: unknown };
  return typeof code === "string" && /CERT|LEAF|ISSUER/.test(code)
    ? `its certificate is not trusted (${code}): name the one that signed it by NODE_EXTRA_CA_CERTS`
    : undefined;
}

/** The URL as the package reads it, and where it leads, without secrets. */
function readUrl(given: string | URL): { url: string; place: string } {
  const url = URL.canParse(`${given}`) ? new URL(given) : undefined;
  if (!url || !schemes.includes(url.protocol))
    throw new TypeError(
      "openRedis: this is no URL of a Redis: write redis://host:6379, or rediss://user:password@host:6379 for TLS",
    );
  const isNumber = /^\/?\d*$/.test(url.pathname);
  if (url.protocol !== "unix:" && (url.hostname === "" || !isNumber))
    throw new TypeError(
      "openRedis: the URL of a Redis has a host, and no path but the number of a database: redis://host:6379/0",
    );
  return {
    url: url.href,
    place: url.protocol === "unix:" ? url.pathname : url.host || url.hostname,
  };
}

async function loadPackage(): Promise<typeof import("@redis/client")> {
  try {
    return await import("@redis/client");
  } catch (error) {
    const { code } = toError(error) as { readonly code?: unknown };
    if (code !== "ERR_MODULE_NOT_FOUND") throw error;
    throw new Error(
      "openRedis connects by a URL with the package @redis/client, which is not installed: npm install @redis/client",
      { cause: error },
    );
  }
}
