import { waitFor } from "../../../protocol/timers/wait-for.ts";
import { isObject } from "../../../protocol/message.ts";

/** Client of `@redis/client` or `redis` for one Redis; takes a command as a list. */
export interface ListClient {
  /** Sends a command with its keys and values. */
  sendCommand(words: readonly string[]): Promise<unknown>;
  /** Creates another client with the same settings, for blocking commands. */
  duplicate(): object;
}

/** Client of `@redis/client` or `redis` for a cluster; also takes a key. */
export interface KeyedClient {
  /** Sends a command to the node that has the key. */
  sendCommand(
    key: string | undefined,
    isReadonly: boolean | undefined,
    words: string[],
  ): Promise<unknown>;
  /** Creates another client with the same settings, for blocking commands. */
  duplicate(): object;
  /** Identifies this kind of client. */
  nodeClient(node: never): unknown;
}

/**
 * Client of `@redis/client` or `redis` that finds the primary through sentinels:
 * `createSentinel()`.
 */
export interface SentinelClient {
  /** Sends a command to the primary, unless it may go to a replica. */
  sendCommand(
    isReadonly: boolean | undefined,
    words: string[],
  ): Promise<unknown>;
  /** Creates another client with the same settings, for blocking commands. */
  duplicate(): object;
  /** Identifies this kind of client. */
  acquire(): Promise<unknown>;
}

/** Client that takes a command word by word: `Redis` or `Cluster` of `ioredis`. */
export interface WordClient {
  /** Sends a command. */
  call(command: string, ...words: string[]): Promise<unknown>;
  /** Creates another client with the same settings, for blocking commands. */
  duplicate(): object;
}

/** Supported client, identified by its methods. */
export type RedisClient =
  ListClient | KeyedClient | SentinelClient | WordClient;

/**
 * Timeout of a new connection, in milliseconds, before another attempt. A cluster client may
 * wait forever for a node that no longer exists.
 */
const connectMs = 5_000;

/** Settings of a blocking connection: no command timeout, which some clients have. */
const patient = { commandTimeout: undefined };

/** Connection through any client. */
export interface Wire {
  send(words: readonly string[]): Promise<unknown>;
  /**
   * Opens another connection for blocking commands. It is connected when this resolves, and
   * closed if the signal aborts before.
   */
  another(signal: AbortSignal): Promise<Wire>;
  /** Closes the connection at once. */
  end(): void;
  /** Address without secrets; undefined if only the client knows it. */
  readonly place?: string;
  /** Reconnects to the same address, which may lead to another server. */
  renew?(): void;
}

/**
 * Adapts a client. Throws a TypeError for an unsupported client, or one that is not connected.
 * `key` is any key with the prefix, for routing.
 */
export function wireOf(client: unknown, key: string): Wire {
  if (!isObject(client) || typeof client["duplicate"] !== "function")
    throw noClient();
  // ioredis has `sendCommand` too, with another signature.
  const send =
    typeof client["call"] === "function"
      ? wordSend(client as unknown as WordClient)
      : typeof client["sendCommand"] !== "function"
        ? undefined
        : typeof client["nodeClient"] === "function"
          ? keyedSend(client as unknown as KeyedClient, key)
          : typeof client["acquire"] === "function"
            ? primarySend(client as unknown as SentinelClient)
            : listSend(client as unknown as ListClient);
  if (!send) throw noClient();
  if (client["isOpen"] === false)
    throw new TypeError(
      "the client is not connected: await client.connect() before openRedis",
    );
  return {
    send,
    another: (signal) => duplicate(client, key, signal),
    end: () => end(client),
  };
}

function noClient(): TypeError {
  return new TypeError(
    "openRedis requires a URL such as redis://host, or a client of @redis/client, redis or ioredis",
  );
}

type Send = Wire["send"];

function listSend(client: ListClient): Send {
  return (words) => client.sendCommand(words);
}

function keyedSend(client: KeyedClient, key: string): Send {
  return (words) => client.sendCommand(key, false, [...words]);
}

function primarySend(client: SentinelClient): Send {
  return (words) => client.sendCommand(false, [...words]);
}

function wordSend(client: WordClient): Send {
  return ([command = "", ...words]) => client.call(command, ...words);
}

async function duplicate(
  client: object,
  key: string,
  signal: AbortSignal,
): Promise<Wire> {
  // Cluster clients have other arguments here.
  const isOne = !("nodes" in client) && "call" in client;
  const more = call(client, "duplicate", ...(isOne ? [patient] : []));
  if (!isObject(more)) throw noClient();
  // Errors of a connection without a listener would end the process.
  call(more, "on", "error", () => {});
  const give = (): void => end(more);
  signal.addEventListener("abort", give);
  try {
    await waitFor(connected(more), { timeout: connectMs, signal });
    return wireOf(more, key);
  } catch (error) {
    end(more);
    throw error;
  } finally {
    signal.removeEventListener("abort", give);
  }
}

/** Resolves when a client accepts commands: some do not queue earlier ones. */
function connected(client: {
  readonly [name: string]: unknown;
}): Promise<void> {
  const { isOpen, status } = client;
  // ioredis connects by itself, except lazy clients.
  if (isOpen === false || status === "wait")
    return Promise.resolve(call(client, "connect")).then(() => {});
  if (typeof status !== "string" || status === "ready")
    return Promise.resolve();
  return new Promise((resolve, reject) => {
    call(client, "once", "ready", resolve);
    call(client, "once", "end", () =>
      reject(new Error("the connection was closed")),
    );
  });
}

/** Closes a client by the method that it has; ignores one that is closed. */
export function end(client: object): void {
  try {
    for (const name of ["destroy", "disconnect"])
      if (typeof Reflect.get(client, name) === "function") {
        const ended = call(client, name);
        // Some close asynchronously; this is not awaited.
        if (ended instanceof Promise) ended.catch(() => {});
        return;
      }
  } catch {
    // The client was not connected.
  }
}

function call(
  client: object,
  name: string,
  ...given: readonly unknown[]
): unknown {
  const method: unknown = Reflect.get(client, name);
  return typeof method === "function"
    ? Reflect.apply(method, client, given)
    : undefined;
}
