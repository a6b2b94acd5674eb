import { waitFor } from "../../../protocol/timers/wait-for.ts";
import { isObject } from "../../../protocol/message.ts";

/** A client of `@redis/client` or `redis`, of one Redis: it takes a command as a list. */
export interface ListClient {
  /** Sends a command: its words, and its keys and values. */
  sendCommand(words: readonly string[]): Promise<unknown>;
  /** Another client of the same settings, for a connection that waits for news. */
  duplicate(): object;
}

/** A client of `@redis/client` or `redis`, of a whole cluster: it is told a key, too. */
export interface KeyedClient {
  /** Sends a command to the node that has the key. */
  sendCommand(
    key: string | undefined,
    isReadonly: boolean | undefined,
    words: string[],
  ): Promise<unknown>;
  /** Another client of the same settings, for a connection that waits for news. */
  duplicate(): object;
  /** What only such a client has. */
  nodeClient(node: never): unknown;
}

/** A client that asks sentinels where the primary is: `createSentinel()` of `@redis/client` or `redis`. */
export interface SentinelClient {
  /** Sends a command to the primary, unless it may go to a replica. */
  sendCommand(
    isReadonly: boolean | undefined,
    words: string[],
  ): Promise<unknown>;
  /** Another client of the same settings, for a connection that waits for news. */
  duplicate(): object;
  /** What only such a client has. */
  acquire(): Promise<unknown>;
}

/** A client that takes a command word by word: `Redis` or `Cluster` of `ioredis`. */
export interface WordClient {
  /** Sends a command. */
  call(command: string, ...words: string[]): Promise<unknown>;
  /** Another client of the same settings, for a connection that waits for news. */
  duplicate(): object;
}

/** A client of a package, known by its form alone. */
export type RedisClient =
  ListClient | KeyedClient | SentinelClient | WordClient;

/**
 * How long a connection may take to come about, in milliseconds: then another one is
 * tried. A client of a cluster may wait for a node that is no more, and never look anew.
 */
const connectMs = 5_000;

/** What a connection that waits for news differs in: its commands take their time, which some clients limit. */
const patient = { commandTimeout: undefined };

/** A connection, whichever client has it. */
export interface Wire {
  send(words: readonly string[]): Promise<unknown>;
  /**
   * A connection more, for commands that wait. It is connected when this resolves, and
   * given up when the signal aborts before.
   */
  another(signal: AbortSignal): Promise<Wire>;
  /** Ends the connection at once. */
  end(): void;
  /** Where it leads, without secrets; undefined where only the client knows. */
  readonly place?: string;
  /** Connects anew, by the same address: what it leads to may be another by now. */
  renew?(): void;
}

/**
 * What all clients have in common. Throws a TypeError for what is no client, or one
 * that nobody has connected. `key` lies where all keys do.
 */
export function wireOf(client: unknown, key: string): Wire {
  if (!isObject(client) || typeof client["duplicate"] !== "function")
    throw noClient();
  // ioredis has sendCommand as well, of another form.
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
      "the client that openRedis was given is not connected: await client.connect() before",
    );
  return {
    send,
    another: (signal) => duplicate(client, key, signal),
    end: () => end(client),
  };
}

function noClient(): TypeError {
  return new TypeError(
    "openRedis takes a URL such as redis://host, or a client that has sendCommand or call, and duplicate: one of @redis/client, redis or ioredis",
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
  // Clients of clusters take other things here.
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

/** Resolves when a client takes commands: not each of them keeps those that come before. */
function connected(client: {
  readonly [name: string]: unknown;
}): Promise<void> {
  const { isOpen, status } = client;
  // Clients of ioredis connect by themselves, but for lazy ones.
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

/** Ends a client by whichever name it has for that; one that is ended already stays so. */
export function end(client: object): void {
  try {
    for (const name of ["destroy", "disconnect"])
      if (typeof Reflect.get(client, name) === "function") {
        const ended = call(client, name);
        // Some end in their own time, and nobody waits for that.
        if (ended instanceof Promise) ended.catch(() => {});
        return;
      }
  } catch {
    // It was not connected.
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
