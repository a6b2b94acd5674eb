import { setMaxListeners } from "node:events";
import type { Bus } from "../../sessions/bus.ts";
import { Reports } from "../../protocol/timers/reports.ts";
import { reporter } from "../../protocol/report.ts";
import { createBus } from "./bus/bus.ts";
import { wireOf, type RedisClient } from "./link/client.ts";
import { Commands, type RedisScript } from "./link/commands.ts";
import { connectTo } from "./link/from-url.ts";
import { resolveRedisOptions, type RedisOptions } from "./link/options.ts";

/**
 * A Redis, or a Valkey, that the processes of a cluster share: everything of
 * `mcp-gen/redis` is made of it.
 */
export interface RedisLink {
  /** What all keys begin with. */
  readonly prefix: string;
  /** Tells processes what they have to know of each other: one for all who use this link. */
  readonly bus: Bus;
  /** Aborts when the link is closed. */
  readonly closed: AbortSignal;
  /** The name of a key: `{prefix}:` and the parts, with colons between them. */
  key(...parts: readonly string[]): string;
  /**
   * Runs a command. It may be done twice where Redis is away in between. Rejects with a
   * RedisError.
   */
  command(...words: readonly (string | number)[]): Promise<unknown>;
  /**
   * Runs a script in one step, and under the same conditions. All its keys are of the
   * prefix; the first one is given, others may be made of it.
   */
  run(
    script: RedisScript,
    keys: readonly string[],
    values: readonly (string | number)[],
  ): Promise<unknown>;
  /** Tells `onError`, five times a minute what is of one kind. */
  report(error: Error): void;
  /** Says goodbye on the bus, and ends the connections that this link has opened. */
  close(): Promise<void>;
}

/**
 * Connects to a Redis, 6.2 or newer, or to a Valkey.
 *
 * By a URL, it does so with the package `@redis/client`, which you install: `rediss:` is
 * TLS, and user and password stand before the host. Or give a client of your own that is
 * connected: of `@redis/client`, `redis` or `ioredis`, of one Redis, of a cluster or of
 * sentinels. It is duplicated once, for a connection that waits, and stays yours to close.
 *
 * Rejects with a RedisError when Redis cannot be reached or lets nobody in, or the user
 * may not run scripts that write keys of the prefix, and with a TypeError for an option
 * that is none.
 */
export async function openRedis(
  urlOrClient: string | URL | RedisClient,
  options: RedisOptions = {},
): Promise<RedisLink> {
  const resolved = resolveRedisOptions(options);
  const { prefix, timeout } = resolved;
  const reports = new Reports(reporter(options.onError));
  const report = (error: Error): void => reports.report(error);
  const isUrl = typeof urlOrClient === "string" || urlOrClient instanceof URL;
  const key = (...parts: readonly string[]): string =>
    [`{${prefix}}`, ...parts].join(":");
  const wire = isUrl
    ? await connectTo(urlOrClient, key(), timeout, report)
    : wireOf(urlOrClient, key());
  const end = new AbortController();
  // As many as wait while Redis is away.
  setMaxListeners(0, end.signal);
  // The bus is made of commands itself.
  let renewBus: () => void = () => {};
  const commands = new Commands(wire, {
    timeout,
    trialKey: key("trial"),
    closed: end.signal,
    report,
    back: () => renewBus(),
  });
  const link = {
    prefix,
    closed: end.signal,
    key,
    command: (...words: readonly (string | number)[]) =>
      commands.command(words.map(String)),
    run: (
      script: RedisScript,
      keys: readonly string[],
      values: readonly (string | number)[],
    ) => commands.run(script, keys, values.map(String)),
    report,
  };
  try {
    await commands.begin();
  } catch (error) {
    end.abort();
    if (isUrl) wire.end();
    throw error;
  }
  const bus = createBus(link, resolved, {
    another: (closed) => wire.another(closed),
    problem: () => commands.problem,
  });
  renewBus = () => bus.renew();
  let closing: Promise<void> | undefined;
  const close = async (): Promise<void> => {
    await bus.close();
    end.abort();
    if (isUrl) wire.end();
    reports.end();
  };
  return { ...link, bus, close: () => (closing ??= close()) };
}
