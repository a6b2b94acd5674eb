import { now } from "../../protocol/timers/deadlines.ts";
import { weigh } from "../../protocol/weigh.ts";
import type {
  SessionBounds,
  SessionChange,
  SessionKept,
  SessionRecord,
} from "../session-store.ts";

interface KeptSession {
  record: SessionRecord;
  readonly bounds: SessionBounds;
  usedAt: number;
}

/** Synchronous session storage that all processes share. */
export class SharedSessions {
  /** Sessions by id, the least recently used first. */
  readonly #byId = new Map<string, KeptSession>();

  get size(): number {
    this.#sweep();
    return this.#byId.size;
  }

  create(record: SessionRecord, bounds: SessionBounds): SessionKept {
    this.#sweep();
    if (this.#byId.has(record.id))
      throw new TypeError("a session with this id already exists");
    const kept = { record: copyOf(record), bounds, usedAt: now() };
    if (weigh(kept.record) > bounds.maxBytes)
      return { kind: "full", of: "client" };
    const displaced: SessionRecord[] = [];
    const own = this.#ofClient(record.client);
    if (record.client !== "" && own.length >= bounds.maxPerClient) {
      const idlest = this.#idlest([record.client], bounds.restMs);
      if (idlest === undefined) return { kind: "full", of: "client" };
      displaced.push(idlest);
    }
    if (this.#byId.size - displaced.length >= bounds.max) {
      const greedy = this.#greedy(record.client, own.length);
      const idlest = this.#idlest(greedy, bounds.restMs);
      if (idlest === undefined) return { kind: "full", of: "all" };
      displaced.push(idlest);
    }
    for (const { id } of displaced) this.#byId.delete(id);
    this.#byId.set(record.id, kept);
    return { kind: "kept", displaced: displaced.map(({ streams }) => streams) };
  }

  use(id: string, principal: string | undefined): SessionRecord | undefined {
    const kept = this.#find(id, principal);
    return kept && copyOf(this.#touch(kept).record);
  }

  update(
    id: string,
    principal: string | undefined,
    change: SessionChange,
  ): "done" | "gone" | "full" {
    const kept = this.#find(id, principal);
    const record = kept && changed(kept.record, change);
    if (!kept || !record) return "gone";
    this.#touch(kept);
    const bytes = weigh(record);
    if (bytes > kept.bounds.maxBytes && bytes > weigh(kept.record))
      return "full";
    kept.record = record;
    return "done";
  }

  end(id: string, principal: string | undefined): boolean {
    return this.#find(id, principal) !== undefined && this.#byId.delete(id);
  }

  gone(ids: readonly string[]): readonly string[] {
    this.#sweep();
    return ids.filter((id) => !this.#byId.has(id));
  }

  #find(id: string, principal: string | undefined): KeptSession | undefined {
    const kept = this.#byId.get(id);
    if (!kept || isIdle(kept, now())) return undefined;
    return kept.record.principal === principal ? kept : undefined;
  }

  #touch(kept: KeptSession): KeptSession {
    kept.usedAt = now();
    this.#byId.delete(kept.record.id);
    this.#byId.set(kept.record.id, kept);
    return kept;
  }

  #sweep(): void {
    const time = now();
    for (const [id, kept] of this.#byId)
      if (isIdle(kept, time)) this.#byId.delete(id);
  }

  #ofClient(client: string): KeptSession[] {
    return [...this.#byId.values()].filter(
      ({ record }) => record.client === client,
    );
  }

  /**
   * Returns the clients whose sessions may be evicted for a client with this many sessions; the
   * client with the most sessions comes first.
   */
  #greedy(client: string, size: number): readonly string[] {
    const sizes = new Map<string, number>();
    for (const { record } of this.#byId.values())
      sizes.set(record.client, (sizes.get(record.client) ?? 0) + 1);
    return [...sizes]
      .filter(([name, count]) => name === client || count > size + 1)
      .sort(([, one], [, other]) => other - one)
      .map(([name]) => name);
  }

  /** Returns the least recently used session of the first client that has one to evict. */
  #idlest(
    clients: readonly string[],
    restMs: number,
  ): SessionRecord | undefined {
    const latest = now() - restMs;
    const isSpare = ({ record, usedAt }: KeptSession): boolean =>
      usedAt <= latest && !(record.client === "" && record.isReady);
    for (const client of clients) {
      const idlest = this.#ofClient(client).find(isSpare);
      if (idlest) return idlest.record;
    }
    return undefined;
  }
}

function isIdle(
  { record, bounds, usedAt }: KeptSession,
  time: number,
): boolean {
  const { idleMs, openingMs } = bounds;
  return time - usedAt > (record.isReady ? idleMs : openingMs);
}

/** Returns the changed record; undefined if the owner is not the expected one. */
function changed(
  record: SessionRecord,
  change: SessionChange,
): SessionRecord | undefined {
  const { resources } = record;
  switch (change.kind) {
    case "ready":
      return { ...record, isReady: true };
    case "log level":
      return { ...record, logLevel: change.level };
    case "subscribed":
      return resources.includes(change.uri)
        ? record
        : { ...record, resources: [...resources, change.uri] };
    case "unsubscribed":
      return {
        ...record,
        resources: resources.filter((uri) => uri !== change.uri),
      };
    case "keeper":
      return [change.from, change.to].includes(record.keeper)
        ? { ...record, keeper: change.to }
        : undefined;
  }
}

/** Copies a record, so that processes share no objects. */
function copyOf(record: SessionRecord): SessionRecord {
  const peer: SessionRecord["peer"] = JSON.parse(JSON.stringify(record.peer));
  return { ...record, peer, resources: [...record.resources] };
}
