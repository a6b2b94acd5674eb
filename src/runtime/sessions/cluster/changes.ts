import { now } from "../../protocol/timers/deadlines.ts";
import type { PublishedChange, ChangeListener } from "../../server/link.ts";
import { everyChange, wholesOf } from "../../protocol/revision/changes.ts";
import { ChangeMemory, type SharedChange } from "./change-memory.ts";
import { FeatureRules } from "./feature-rules.ts";
import type { News } from "./news.ts";
import type { Replica } from "./session/replica.ts";
import type { Replicas } from "./session/replicas.ts";
import type { Commons } from "./commons.ts";

/** Maximum time between the death of a process and its detection, in milliseconds. */
const lossMs = 60_000;

/** Maximum time until all processes know of a subscription, in milliseconds. */
const lateMs = 30_000;

/**
 * Maximum number of queued changes during an outage of the bus; ten times as many otherwise.
 * Beyond the limit, the other processes are told to assume any change.
 */
const maxUntold = 1_000;

/** Time to retry a change that the bus rejects although it can be reached, in milliseconds. */
const refusedMs = 60_000;

/** Time for which the result of a liveness check is cached, in milliseconds. */
const lifeMs = 5_000;

/**
 * Distributes the change notifications of a server in the cluster. Each process notifies its
 * own subscription streams, and the owner of a session notifies the session. If the owner is
 * dead, another process takes over the session.
 */
export class Changes implements ChangeListener {
  readonly #shared: Commons;
  readonly #replicas: Replicas;
  readonly #memory = new ChangeMemory();
  readonly #rules: FeatureRules;
  /** Times until which processes are assumed to be alive, on the clock of `Date.now`. */
  readonly #alive = new Map<string, number>();
  /** Changes to send to the other processes, by key; equal changes are sent once. */
  readonly #untold = new Map<string, News>();
  #isTelling = false;
  /** Sessions whose takeover is in progress. */
  readonly #taking = new Set<Replica>();
  #isOver = false;

  constructor(shared: Commons, replicas: Replicas) {
    this.#shared = shared;
    this.#replicas = replicas;
    const { server } = shared.http;
    this.#rules = new FeatureRules(server.offered);
    server.links.add(this);
  }

  /**
   * Publishes a change of this process's server. An audience is a function and cannot be sent:
   * for changes of feature lists, the other processes apply their own rules. Other changes with
   * an audience stay in this process.
   */
  publish(change: PublishedChange): void {
    const { method, params, audience } = change;
    for (const replica of this.#replicas.all)
      if (replica.isKeeper) this.#tell(replica, change);
    const changed = this.#rules.changed(method);
    const features = audience && changed;
    if (features?.length === 0) return;
    const shared = { method, params, features };
    this.#untold.set(this.#memory.add(shared), newsOf(shared));
    const isAway = this.#shared.bus.problem() !== undefined;
    if (this.#untold.size > (isAway ? maxUntold : 10 * maxUntold))
      this.#tellThatMissed();
    if (!this.#isTelling) void this.#tellOthers();
  }

  /** Handles a change from another process. */
  hear({ method, params, features }: SharedChange): void {
    const change = { method, params, features };
    this.#memory.add(change);
    const told = this.#judged(change);
    for (const link of this.#shared.http.server.links)
      if (link !== this) this.#tell(link, told);
    for (const replica of this.#replicas.all)
      if (replica.isKeeper) this.#tell(replica, told);
  }

  /** Notifies the owned sessions again after messages were lost. */
  missed(): void {
    this.#memory.missed();
    for (const replica of this.#replicas.all)
      if (replica.isKeeper) this.#tellAgain(replica, undefined);
  }

  /** Takes over the sessions of a process that owns none any more, if their clients listen here. */
  retired(process: string): void {
    this.#alive.delete(process);
    for (const replica of this.#replicas.all) {
      if (replica.follows === 0) continue;
      if (replica.record?.keeper === process) this.#takeOver(replica, process);
      // That process may have taken over the session without notice to this one.
      else void this.#shared.patiently(() => this.#lookAnew(replica));
    }
  }

  /** Sends a client the recent changes of resources that it subscribed to in another process. */
  subscribed(replica: Replica, uris: readonly string[]): void {
    if (!replica.isKeeper) return;
    const recent =
      this.#memory.heardSince(Date.now() - lateMs) ?? everyChange(uris);
    for (const change of recent) {
      const uri = change.params?.["uri"];
      const isMeant =
        typeof uri === "string" &&
        wholesOf(uri).some((whole) => uris.includes(whole));
      if (isMeant) this.#tell(replica, this.#judged(change));
    }
  }

  /** Checks that the owner of a session in use is alive, and otherwise takes over the session. */
  consider(replica: Replica): void {
    const { record } = replica;
    if (!record || replica.isKeeper || this.#taking.has(replica)) return;
    const { keeper } = record;
    if (this.#shared.retired.has(keeper)) this.#takeOver(replica, keeper);
    else if ((this.#alive.get(keeper) ?? 0) < Date.now())
      this.#shared.report(this.#look(replica, keeper));
  }

  /** Stops taking over sessions. */
  end(): void {
    this.#isOver = true;
  }

  close(): void {
    this.#isOver = true;
    this.#shared.http.server.links.delete(this);
  }

  /** Sends queued changes to the other processes, also after an outage of the bus. */
  async #tellOthers(): Promise<void> {
    this.#isTelling = true;
    // A Map iterator also visits the changes that are added during the loop.
    for (const [key, news] of this.#untold) {
      if (this.#shared.isClosed) break;
      const isTold = await this.#tellPatiently(news, () =>
        this.#untold.delete(key),
      );
      if (!isTold) this.#tellThatMissed();
    }
    this.#isTelling = false;
  }

  /**
   * Retries during an outage of the bus and one minute beyond, so that a change that the bus
   * rejects does not block the others. Returns true if the change was sent.
   */
  async #tellPatiently(news: News, onTry: () => void): Promise<boolean> {
    const { bus } = this.#shared;
    let ends = now() + refusedMs;
    const tell = async (): Promise<true> => {
      // Removes the change first, so that a new publication of it is queued again.
      onTry();
      try {
        await this.#shared.tell(news);
        return true;
      } catch (error) {
        if (bus.problem() !== undefined) ends = now() + refusedMs;
        throw error;
      }
    };
    const isWanted = (): boolean => now() < ends;
    const options = { forMs: Infinity, isWanted };
    return (await this.#shared.patiently(tell, options)) === true;
  }

  /** Replaces all queued changes with a message that changes were lost. */
  #tellThatMissed(): void {
    this.#untold.clear();
    this.#untold.set("all", { kind: "missed" });
  }

  async #look(replica: Replica, keeper: string): Promise<void> {
    const { bus } = this.#shared;
    this.#alive.set(keeper, Date.now() + lifeMs);
    if (await this.#shared.ask("the bus", bus.isAlive(keeper))) return;
    this.#alive.delete(keeper);
    this.#takeOver(replica, keeper);
  }

  #takeOver(replica: Replica, keeper: string): void {
    if (this.#isOver || this.#taking.has(replica)) return;
    this.#taking.add(replica);
    const isWanted = (): boolean => !replica.isClosed && !this.#isOver;
    const take = (): Promise<void> => this.#take(replica, keeper);
    void this.#shared
      .patiently(take, { isWanted })
      .then(() => this.#taking.delete(replica));
  }

  async #lookAnew(replica: Replica): Promise<void> {
    await this.#replicas.use(replica.id, replica.viewer);
    if (!replica.isClosed) this.consider(replica);
  }

  async #take(replica: Replica, from: string): Promise<void> {
    const { record } = replica;
    if (!record) return;
    const change = { kind: "keeper", from, to: this.#shared.name } as const;
    const { sessions } = this.#shared;
    const updating = sessions.update(replica.id, record.principal, change);
    const outcome = await this.#shared.ask("the session", updating);
    // The session has ended, or another process took it over first and may be dead too.
    if (outcome !== "done") {
      this.#taking.delete(replica);
      return this.#lookAnew(replica);
    }
    replica.changed(change);
    this.#shared.whisper({ kind: "changed", session: replica.streams });
    // Reads the session again: it includes subscriptions that the client added in between.
    await this.#replicas.use(replica.id, replica.viewer);
    const since = this.#shared.retired.get(from);
    this.#tellAgain(replica, since);
  }

  /** Repeats changes that the previous owner may not have sent; duplicates are harmless. */
  #tellAgain(replica: Replica, since: number | undefined): void {
    const { resources = [] } = replica.record ?? {};
    const known =
      since === undefined ? undefined : this.#memory.since(since - lossMs);
    for (const change of known ?? everyChange(resources))
      this.#tell(replica, this.#judged(change));
  }

  /** Adds the audience by the rules of this process. */
  #judged({ method, params, features }: SharedChange): PublishedChange {
    const audience = features && this.#rules.audienceOf(features);
    return { method, params, audience };
  }

  #tell(told: ChangeListener, change: PublishedChange): void {
    try {
      told.publish(change);
    } catch (error) {
      // A failing listener does not affect the others.
      this.#shared.report(Promise.reject(error));
    }
  }
}

/** Changes with an audience have a separate kind, which older versions ignore. */
function newsOf({ method, params, features }: SharedChange): News {
  return features
    ? { kind: "hidden change", method, features }
    : { kind: "change", method, params };
}
