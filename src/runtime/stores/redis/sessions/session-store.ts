import type {
  SessionBounds,
  SessionChange,
  SessionKept,
  SessionRecord,
  SessionStore,
} from "../../../sessions/session-store.ts";
import { weigh } from "../../../protocol/weigh.ts";
import { principalMark, secretName } from "../digest.ts";
import type { RedisScript } from "../link/commands.ts";
import { fieldsOf, integerOf, listOf, replyText } from "../link/reply.ts";
import type { RedisLink } from "../open-redis.ts";
import { randomName } from "../random-name.ts";
import {
  countSessionsScript,
  createSessionScript,
  endSessionScript,
  thereSessionsScript,
  updateSessionScript,
  useSessionScript,
} from "./scripts.ts";

/**
 * Creates the session store in Redis. Keys contain a digest of the session id, so that read
 * access to Redis does not give access to sessions. Each method is one round trip.
 */
export function redisSessions(redis: RedisLink): SessionStore {
  return new RedisSessions(redis);
}

class RedisSessions implements SessionStore {
  readonly #redis: RedisLink;
  /** Prefix of the nonces of this store. */
  readonly #name = randomName();
  #ends = 0;

  constructor(redis: RedisLink) {
    this.#redis = redis;
  }

  async create(
    session: SessionRecord,
    bounds: SessionBounds,
  ): Promise<SessionKept> {
    const bytes = weigh(session);
    if (bytes > bounds.maxBytes) return { kind: "full", of: "client" };
    const { id, principal, client } = session;
    const { max, maxPerClient, idleMs, openingMs, restMs, maxBytes } = bounds;
    const reply = await this.#run(createSessionScript, [
      secretName(id),
      principalMark(principal),
      clientName(client),
      ...[max, maxPerClient, idleMs, openingMs, restMs],
      ...["b", bytes, "m", maxBytes, ...fieldsFor(session)],
    ]);
    const [what = "", ...more] = listOf(reply).map(replyText);
    if (what === "kept") return { kind: "kept", displaced: more };
    if (what === "full")
      return { kind: "full", of: more[0] === "all" ? "all" : "client" };
    throw new TypeError("a session with this id already exists");
  }

  async use(
    id: string,
    principal: string | undefined,
  ): Promise<SessionRecord | undefined> {
    const reply = await this.#run(useSessionScript, named(id, principal));
    return reply === null ? undefined : recordOf(id, principal, reply);
  }

  async update(
    id: string,
    principal: string | undefined,
    change: SessionChange,
  ): Promise<"done" | "gone" | "full"> {
    const values = [...named(id, principal), change.kind, ...parts(change)];
    const answer = replyText(await this.#run(updateSessionScript, values));
    return answer === "done" || answer === "full" ? answer : "gone";
  }

  async end(id: string, principal: string | undefined): Promise<boolean> {
    const nonce = `${this.#name}-${++this.#ends}`;
    const values = [...named(id, principal), nonce];
    return integerOf(await this.#run(endSessionScript, values)) === 1;
  }

  async gone(ids: readonly string[]): Promise<readonly string[]> {
    if (ids.length === 0) return [];
    const there = listOf(
      await this.#run(thereSessionsScript, ids.map(secretName)),
    );
    return ids.filter((_, at) => integerOf(there[at]) === 0);
  }

  async count(): Promise<number> {
    return integerOf(await this.#run(countSessionsScript, []));
  }

  #run(
    script: RedisScript,
    values: readonly (string | number)[],
  ): Promise<unknown> {
    const { key } = this.#redis;
    return this.#redis.run(script, [key("sessions"), key("streams")], values);
  }
}

/** Returns the digest of a client key, which may have any length. */
export function clientName(client: string): string {
  return client === "" ? "" : secretName(client);
}

function named(id: string, principal: string | undefined): string[] {
  return [secretName(id), principalMark(principal)];
}

function parts(change: SessionChange): readonly string[] {
  switch (change.kind) {
    case "ready":
      return [];
    case "log level":
      return [change.level];
    case "subscribed":
    case "unsubscribed":
      return [change.uri];
    case "keeper":
      return [change.from, change.to];
  }
}

function fieldsFor(session: SessionRecord): readonly string[] {
  const { streams, client, revision, peer, isReady, logLevel } = session;
  const { resources, keeper } = session;
  return [
    ...["s", streams, "c", client, "v", revision, "o", keeper],
    ...["i", JSON.stringify(peer), "r", isReady ? "1" : "0"],
    ...(logLevel === undefined ? [] : ["l", logLevel]),
    ...["n", `${resources.length}`],
    ...resources.flatMap((uri, at) => [`u:${uri}`, `${at + 1}`]),
  ];
}

function recordOf(
  id: string,
  principal: string | undefined,
  reply: unknown,
): SessionRecord {
  const fields = fieldsOf(reply);
  const text = (name: string): string => fields.get(name) ?? "";
  const resources = [...fields]
    .filter(([name]) => name.startsWith("u:"))
    .sort(([, one], [, other]) => Number(one) - Number(other))
    .map(([name]) => name.slice(2));
  const peer: SessionRecord["peer"] = JSON.parse(text("i"));
  return {
    id,
    streams: text("s"),
    principal,
    client: text("c"),
    revision: text("v"),
    peer,
    isReady: text("r") === "1",
    logLevel: fields.get("l"),
    resources,
    keeper: text("o"),
  };
}
