import { now } from "../../../protocol/timers/deadlines.ts";
import { TransportError } from "../../../protocol/errors.ts";
import type { Viewer } from "../../../protocol/viewer.ts";
import type { MemoryReservation } from "../../../http/server/limits/client-usage.ts";
import type { Refusal } from "../../../http/server/replies.ts";
import { MicroBatcher } from "../../../http/server/answer/micro-batcher.ts";
import type { SessionRecord } from "../../session-store.ts";
import { Replica } from "./replica.ts";
import type { Commons } from "../commons.ts";

/**
 * Maximum time for which a session record is cached, in milliseconds. Changes and ends are
 * announced on the bus.
 */
const longestFresh = 5_000;

/** Pending read of a session record. */
interface Look {
  readonly record: Promise<SessionRecord | undefined>;
  /** Stream prefix of the session, if known. */
  readonly streams: string | undefined;
  /** True if the session changed while the record was being read. */
  isOld: boolean;
}

/** Callbacks for local sessions. */
export interface ReplicasOwner {
  /** Called when this process drops the session. */
  closed(replica: Replica): void;
  /** Called when the client is found dead. */
  dead(replica: Replica): void;
  /** Called with newly subscribed resources from the shared record. */
  subscribed(replica: Replica, uris: readonly string[]): void;
}

/** Sessions that this process has loaded. */
export class Replicas {
  readonly #shared: Commons;
  readonly #owner: ReplicasOwner;
  readonly #soon: MicroBatcher;
  readonly #freshMs: number;
  readonly #byId = new Map<string, Replica>();
  readonly #byStreams = new Map<string, Replica>();
  readonly #looks = new Map<string, Look>();

  constructor(shared: Commons, owner: ReplicasOwner) {
    this.#shared = shared;
    this.#owner = owner;
    this.#soon = new MicroBatcher(shared.http.turns);
    this.#freshMs = Math.min(longestFresh, shared.bounds.idleMs / 4);
  }

  get size(): number {
    return this.#byId.size;
  }

  get all(): readonly Replica[] {
    return [...this.#byId.values()];
  }

  get(id: string): Replica | undefined {
    return this.#byId.get(id);
  }

  /** Returns the session with this stream prefix. */
  ofStreams(streams: string): Replica | undefined {
    return this.#byStreams.get(streams);
  }

  /** Returns a session whose cached record is valid. */
  fresh(id: string): Replica | undefined {
    const replica = this.#byId.get(id);
    if (!replica || now() >= replica.freshUntil) return undefined;
    // While the bus is unavailable, the end of the session would go unnoticed.
    return this.#shared.bus.problem() === undefined ? replica : undefined;
  }

  /**
   * Reads a session and renews its idle timeout. Resolves to undefined if the session does not
   * exist or belongs to another principal, and to a refusal if this process has no memory for
   * it. Rejects if the store cannot be reached.
   */
  async use(
    id: string,
    viewer: Viewer,
  ): Promise<Replica | Refusal | undefined> {
    const asked = now();
    const { principal } = viewer;
    const look = this.#look(id, principal);
    const record = await look.record;
    const known = this.#byId.get(id);
    if (!record) {
      if (known?.viewer.principal === principal) known?.finish("idle");
      return undefined;
    }
    const added = known?.refresh(record) ?? [];
    if (known && added.length > 0) this.#owner.subscribed(known, added);
    const replica = known ?? this.#restore(record, viewer);
    if ("reason" in replica) return replica;
    replica.keptOnAt = asked;
    if (!look.isOld) replica.freshUntil = asked + this.#freshMs;
    return replica;
  }

  /** Marks the cached record of one session, or of all, as outdated. */
  stale(streams?: string): void {
    for (const look of this.#looks.values())
      if (streams === undefined || (look.streams ?? streams) === streams)
        look.isOld = true;
    const replicas =
      streams === undefined ? this.all : [this.ofStreams(streams)];
    for (const replica of replicas) if (replica) replica.freshUntil = 0;
  }

  /** Adds a session that a client opens in this process. */
  open(
    id: string,
    streams: string,
    viewer: Viewer,
    charge: MemoryReservation,
  ): Replica {
    return this.#add(id, streams, viewer, charge, undefined);
  }

  /** Marks the record of a newly stored session as valid. */
  kept(replica: Replica): void {
    replica.freshUntil = now() + this.#freshMs;
  }

  #look(id: string, principal: string | undefined): Look {
    const key = JSON.stringify([id, principal]);
    const known = this.#looks.get(key);
    if (known && !known.isOld) return known;
    const { sessions } = this.#shared;
    const using = this.#shared.askAtOnce(
      "the session",
      sessions.use(id, principal),
    );
    const look: Look = {
      record: using.finally(() => {
        if (this.#looks.get(key) === look) this.#looks.delete(key);
      }),
      streams: this.#byId.get(id)?.streams,
      isOld: false,
    };
    this.#looks.set(key, look);
    return look;
  }

  #restore(record: SessionRecord, viewer: Viewer): Replica | Refusal {
    const { server, limiter } = this.#shared.http;
    const { revision } = record;
    if (!server.revisions.some((table) => table.revision === revision))
      throw new TransportError(
        `session uses protocol version ${revision}, which this process does not support: serve the same revisions in all processes`,
      );
    const account = limiter.ledger.usageOf(record.client);
    const charge = limiter.openSession(account, record.peer);
    if (!("client" in charge)) return charge;
    const { id, streams } = record;
    return this.#add(id, streams, viewer, charge, record);
  }

  #add(
    id: string,
    streams: string,
    viewer: Viewer,
    charge: MemoryReservation,
    record: SessionRecord | undefined,
  ): Replica {
    const { limiter } = this.#shared.http;
    const replica = new Replica({
      shared: this.#shared,
      id,
      streams,
      viewer,
      charge,
      memory: limiter.sessionBudget(charge, this.#shared.bounds.maxBytes),
      record,
      soon: this.#soon,
      onClose: (one) => this.#remove(one, charge),
      onDead: (one) => this.#owner.dead(one),
    });
    this.#byId.set(id, replica);
    this.#byStreams.set(streams, replica);
    replica.client.sessions.add(replica);
    return replica;
  }

  #remove(replica: Replica, charge: MemoryReservation): void {
    this.#byId.delete(replica.id);
    this.#byStreams.delete(replica.streams);
    replica.client.sessions.delete(replica);
    this.#shared.http.limiter.ledger.set(charge, 0);
    this.#owner.closed(replica);
  }
}
