import { toError } from "../../../protocol/errors.ts";
import { now } from "../../../protocol/timers/deadlines.ts";
import { waitFor } from "../../../protocol/timers/wait-for.ts";
import { wireOf, end, type Wire } from "./client.ts";
import { failureOf, RedisError } from "./redis-error.ts";

/** Maximum delay between two attempts to connect, in milliseconds. */
const longestPause = 500;

/** Interval of pings and maximum silence of a connection, in milliseconds. */
const pingMs = 4_000;
const silenceMs = 15_000;

/** Minimum time between two reconnects, in milliseconds. */
const renewMs = 500;

/** Maximum number of pending commands on one connection. */
const maxWaiting = 20_000;

/** Used part of a client of the package. */
interface NodeClient {
  readonly isReady: boolean;
  connect(): Promise<unknown>;
}

const schemes: readonly string[] = ["redis:", "rediss:", "unix:"];

/**
 * Connects to a URL with the package `@redis/client`. Rejects with a RedisError if Redis cannot
 * be reached within `timeout` milliseconds or rejects the login; throws a TypeError for an
 * invalid URL. Errors never contain the password of the URL.
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
      // Commands wait in this module, with a limit.
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
      // Pings get such errors too: Redis can be reached, and commands report the error.
      if (writes !== "unknown") return;
      // Reported once per outage.
      if (!isTold)
        onError(
          new RedisError("away", `Redis at ${place} is unavailable: ${text}`),
        );
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

/** Returns a connection that can be replaced by a new one. */
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
      // A new connection attempt does not help while one is in progress.
      if (isEnded || !client.isReady || now() - renewedAt < renewMs) return;
      renewedAt = now();
      wire.end();
      client = create();
      // The client retries until it is closed.
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
      `Redis at ${place} rejected the login: ${text}`,
      code,
    );
  const why = certificateHint(failed) ?? text;
  return new RedisError(
    "away",
    `Redis at ${place} cannot be reached within ${timeout} ms: ${why}. Check that it is running, that the address is right, and use rediss: if it requires TLS`,
  );
}

/** Returns a hint for an untrusted certificate. */
function certificateHint(failed: unknown): string | undefined {
  const { code } = toError(failed) as { readonly code?: unknown };
  return typeof code === "string" && /CERT|LEAF|ISSUER/.test(code)
    ? `its certificate is not trusted (${code}): add its issuer with NODE_EXTRA_CA_CERTS`
    : undefined;
}

/** Parses the URL. Returns it for the package, and the address without secrets. */
function readUrl(given: string | URL): { url: string; place: string } {
  const url = URL.canParse(`${given}`) ? new URL(given) : undefined;
  if (!url || !schemes.includes(url.protocol))
    throw new TypeError(
      "openRedis: not a Redis URL: use redis://host:6379, or rediss://user:password@host:6379 for TLS",
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
