import { now } from "../../protocol/timers/deadlines.ts";
import type { PublishedChange, ChangeListener } from "../../server/link.ts";
import { everyChange, wholesOf } from "../../protocol/revision/changes.ts";
import { ChangeMemory, type SharedChange } from "./change-memory.ts";
import { FeatureRules } from "./feature-rules.ts";
import type { News } from "./news.ts";
import type { Replica } from "./session/replica.ts";
import type { Replicas } from "./session/replicas.ts";
import type { Commons } from "./commons.ts";

/** How long before it was heard a process may have been gone, in milliseconds. */
const lossMs = 60_000;

/** How long it may take until a subscription is known everywhere, in milliseconds. */
const lateMs = 30_000;

/**
 * How many wait to be told while the bus is away, before others are told that anything may
 * have changed; ten times as many while it is there.
 */
const maxUntold = 1_000;

/** How long it is tried to tell what a bus that is there does not take, in milliseconds. */
const refusedMs = 60_000;

/** How long it is believed that a process lives, in milliseconds. */
const lifeMs = 5_000;

/**
 * Tells the changes of a server everywhere: each process tells the streams of its own
 * subscriptions, and of a session the one that keeps it tells. Where that one is
 * gone, another takes the session over.
 */
export class Changes implements ChangeListener {
  readonly #shared: Commons;
  readonly #replicas: Replicas;
  readonly #memory = new ChangeMemory();
  readonly #rules: FeatureRules;
  /** Until when a process is believed to live, on the clock of `Date.now`. */
  readonly #alive = new Map<string, number>();
  /** What the others are still to hear, by what it is: once told is as good as twice. */
  readonly #untold = new Map<string, News>();
  #isTelling = false;
  /** The sessions that are being taken over. */
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
   * A change of this process's server. One that is for some alone is told by rules that
   * others do not have: they judge by theirs, where it is of features. Where it is not,
   * nobody else hears of it.
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

  /** A change of another process's. */
  hear({ method, params, features }: SharedChange): void {
    const change = { method, params, features };
    this.#memory.add(change);
    const told = this.#judged(change);
    for (const link of this.#shared.http.server.links)
      if (link !== this) this.#tell(link, told);
    for (const replica of this.#replicas.all)
      if (replica.isKeeper) this.#tell(replica, told);
  }

  /** Some of it was not heard. */
  missed(): void {
    this.#memory.missed();
    for (const replica of this.#replicas.all)
      if (replica.isKeeper) this.#tellAgain(replica, undefined);
  }

  /** A process keeps nothing any more: sessions whose clients listen here are kept here. */
  retired(process: string): void {
    this.#alive.delete(process);
    for (const replica of this.#replicas.all) {
      if (replica.follows === 0) continue;
      if (replica.record?.keeper === process) this.#takeOver(replica, process);
      // It may have taken the session over, unheard of here.
      else void this.#shared.patiently(() => this.#lookAnew(replica));
    }
  }

  /** A client has subscribed elsewhere, and is told what came before this was known here. */
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

  /** Somebody uses a session: it is to have a keeper. */
  consider(replica: Replica): void {
    const { record } = replica;
    if (!record || replica.isKeeper || this.#taking.has(replica)) return;
    const { keeper } = record;
    if (this.#shared.retired.has(keeper)) this.#takeOver(replica, keeper);
    else if ((this.#alive.get(keeper) ?? 0) < Date.now())
      this.#shared.report(this.#look(replica, keeper));
  }

  /** The process keeps nothing any more. */
  end(): void {
    this.#isOver = true;
  }

  close(): void {
    this.#isOver = true;
    this.#shared.http.server.links.delete(this);
  }

  /** What cannot be told is told when the bus is back: whoever listens hears of it in the end. */
  async #tellOthers(): Promise<void> {
    this.#isTelling = true;
    // What comes up meanwhile is told in the same go.
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
   * Tries as long as the bus is away, and a minute more: a change that is refused for its
   * own sake does not keep all others. Gives whether it was told.
   */
  async #tellPatiently(news: News, onTry: () => void): Promise<boolean> {
    const { bus } = this.#shared;
    let ends = now() + refusedMs;
    const tell = async (): Promise<true> => {
      // It may be published again while this is on its way.
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

  /** Others are to take all that is untold for lost. */
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
    // It is over, or another was faster: who that was may be gone as well.
    if (outcome !== "done") {
      this.#taking.delete(replica);
      return this.#lookAnew(replica);
    }
    replica.changed(change);
    this.#shared.whisper({ kind: "changed", session: replica.streams });
    // What its client subscribed to meanwhile is among what it is told.
    await this.#replicas.use(replica.id, replica.viewer);
    const since = this.#shared.retired.get(from);
    this.#tellAgain(replica, since);
  }

  /** What nobody may have told: a change that is told twice does no harm. */
  #tellAgain(replica: Replica, since: number | undefined): void {
    const { resources = [] } = replica.record ?? {};
    const known =
      since === undefined ? undefined : this.#memory.since(since - lossMs);
    for (const change of known ?? everyChange(resources))
      this.#tell(replica, this.#judged(change));
  }

  /** With who may hear of it, as this process sees it. */
  #judged({ method, params, features }: SharedChange): PublishedChange {
    const audience = features && this.#rules.audienceOf(features);
    return { method, params, audience };
  }

  #tell(told: ChangeListener, change: PublishedChange): void {
    try {
      told.publish(change);
    } catch (error) {
      // The others hear of it all the same.
      this.#shared.report(Promise.reject(error));
    }
  }
}

/** What is for some alone has a kind of its own: programs that know nothing of it tell nobody. */
function newsOf({ method, params, features }: SharedChange): News {
  return features
    ? { kind: "hidden change", method, features }
    : { kind: "change", method, params };
}
