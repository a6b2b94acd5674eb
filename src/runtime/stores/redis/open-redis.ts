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
 * Connection to a Redis or Valkey that the processes of a cluster share. All stores of
 * `mcp-gen/redis` use it.
 */
export interface RedisLink {
  /** Prefix of all keys. */
  readonly prefix: string;
  /** Message bus between the processes, shared by all users of this link. */
  readonly bus: Bus;
  /** Aborts when the link is closed. */
  readonly closed: AbortSignal;
  /** Returns a key: `{prefix}:` and the parts, joined with colons. */
  key(...parts: readonly string[]): string;
  /** Runs a command. It may run twice after a lost connection. Rejects with a RedisError. */
  command(...words: readonly (string | number)[]): Promise<unknown>;
  /**
   * Runs a script atomically; it may run twice after a lost connection. The script may derive
   * further keys from the given ones, which all have the prefix.
   */
  run(
    script: RedisScript,
    keys: readonly string[],
    values: readonly (string | number)[],
  ): Promise<unknown>;
  /** Reports an error to `onError`, at most five times a minute for each kind. */
  report(error: Error): void;
  /** Leaves the bus, and closes the connections that this link has opened. */
  close(): Promise<void>;
}

/**
 * Connects to a Redis, 6.2 or newer, or to a Valkey.
 *
 * A URL requires the package `@redis/client`, which you install. Use `rediss:` for TLS, and
 * write user and password before the host. Or pass a connected client of `@redis/client`,
 * `redis` or `ioredis`, for one Redis, a cluster or sentinels. It is duplicated once for a
 * blocking connection, and you close it yourself.
 *
 * Rejects with a RedisError if Redis cannot be reached, rejects the login, or does not permit
 * scripts that write keys of the prefix; and with a TypeError for an invalid option.
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
  // Many operations may wait while Redis is unavailable.
  setMaxListeners(0, end.signal);
  // The bus is created from the commands, so it is assigned later.
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
