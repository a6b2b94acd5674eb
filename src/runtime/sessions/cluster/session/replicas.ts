import { now } from "../../../protocol/timers/deadlines.ts";
import { TransportError } from "../../../protocol/errors.ts";
import type { Viewer } from "../../../protocol/viewer.ts";
import type { Charge } from "../../../http/server/limits/client-usage.ts";
import type { Refusal } from "../../../http/server/replies.ts";
import { Soon } from "../../../http/server/answer/micro-batcher.ts";
import type { SessionRecord } from "../../session-store.ts";
import { Replica } from "./replica.ts";
import type { Commons } from "../commons.ts";

/** How long what is known of a session need not be looked up, in milliseconds: where it changes or ends, that is heard. */
const longestFresh = 5_000;

/** A look at what is kept of a session. */
interface Look {
  readonly record: Promise<SessionRecord | undefined>;
  /** Its session, where it is known. */
  readonly streams: string | undefined;
  /** Whether something changed meanwhile. */
  isOld: boolean;
}

/** What hears of sessions that this process knows no longer. */
export interface ReplicasOwner {
  /** This process knows it no longer. */
  closed(replica: Replica): void;
  /** Its client was found dead. */
  dead(replica: Replica): void;
  /** It is known by now that its client hears of more resources. */
  subscribed(replica: Replica, uris: readonly string[]): void;
}

/** The sessions that this process has seen. */
export class Replicas {
  readonly #shared: Commons;
  readonly #owner: ReplicasOwner;
  readonly #soon: Soon;
  readonly #freshMs: number;
  readonly #byId = new Map<string, Replica>();
  readonly #byStreams = new Map<string, Replica>();
  readonly #looks = new Map<string, Look>();

  constructor(shared: Commons, owner: ReplicasOwner) {
    this.#shared = shared;
    this.#owner = owner;
    this.#soon = new Soon(shared.http.turns);
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

  /** By what the names of its streams begin with. */
  ofStreams(streams: string): Replica | undefined {
    return this.#byStreams.get(streams);
  }

  /** One that need not be looked up. */
  fresh(id: string): Replica | undefined {
    const replica = this.#byId.get(id);
    if (!replica || now() >= replica.freshUntil) return undefined;
    // Nothing would be heard of its end.
    return this.#shared.bus.problem() === undefined ? replica : undefined;
  }

  /**
   * Uses a session, which keeps it on: undefined where there is none, or where it is
   * another principal's; a refusal where this process keeps too much already.
   * Rejects when the store is away.
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

  /** Something is known of sessions no longer: of one, or of all. */
  stale(streams?: string): void {
    for (const look of this.#looks.values())
      if (streams === undefined || (look.streams ?? streams) === streams)
        look.isOld = true;
    const replicas =
      streams === undefined ? this.all : [this.ofStreams(streams)];
    for (const replica of replicas) if (replica) replica.freshUntil = 0;
  }

  /** What a client opens here. */
  open(id: string, streams: string, viewer: Viewer, charge: Charge): Replica {
    return this.#add(id, streams, viewer, charge, undefined);
  }

  /** One that this process has just kept. */
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
    const { server, kept } = this.#shared.http;
    const { revision } = record;
    if (!server.revisions.some((table) => table.revision === revision))
      throw new TransportError(
        `a session speaks ${revision}, which this process does not: do all of them serve the same revisions?`,
      );
    const account = kept.ledger.account(record.client);
    const charge = kept.openSession(account, record.peer);
    if (!("account" in charge)) return charge;
    const { id, streams } = record;
    return this.#add(id, streams, viewer, charge, record);
  }

  #add(
    id: string,
    streams: string,
    viewer: Viewer,
    charge: Charge,
    record: SessionRecord | undefined,
  ): Replica {
    const { kept } = this.#shared.http;
    const replica = new Replica({
      shared: this.#shared,
      id,
      streams,
      viewer,
      charge,
      memory: kept.keepingOf(charge, this.#shared.bounds.maxBytes),
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

  #remove(replica: Replica, charge: Charge): void {
    this.#byId.delete(replica.id);
    this.#byStreams.delete(replica.streams);
    replica.client.sessions.delete(replica);
    this.#shared.http.kept.ledger.set(charge, 0);
    this.#owner.closed(replica);
  }
}
