import { now } from "../../../protocol/timers/deadlines.ts";

/** A session, as far as it can give way to another. */
export interface EvictableSession {
  /** On the clock of `now`. */
  readonly usedAt: number;
  /** Whether its client has said that it is ready. */
  readonly isReady: boolean;
  /** Whether a client waits for something: such a session never gives way. */
  readonly isBusy: boolean;
  /** What is kept of it beside its requests, about. */
  readonly keptBytes: number;
  /** Ends it. */
  evict(): void;
}

/** A body that is not whole yet, or an answer that waits for its reader. */
export interface Evictable {
  /** When some of it last moved, on the clock of `now`. */
  activeAt: number;
  /** Gives up the rest of it. */
  evict(): void;
}

/** What a server keeps of one client. */
export class ClientUsage {
  readonly key: string;
  /** Whether nobody could tell who it is: all such clients are one. */
  readonly isAnonymous: boolean;
  bytes = 0;
  streams = 0;
  /** Requests whose handlers are at work, of those that did not end at once. */
  requests = 0;
  readonly sessions: Set<EvictableSession> = new Set();
  /** That which was silent for longest first. */
  readonly bodies: Set<Evictable> = new Set();
  /** Answers that wait for their readers: that which has waited for longest first. */
  readonly answers: Set<Evictable> = new Set();

  constructor(key: string) {
    this.key = key;
    this.isAnonymous = key === "";
  }

  /**
   * Gives up the body, or else the answer, that was silent for longest, if for so
   * many milliseconds; whether there was one.
   */
  evictSilent(silentMs: number): boolean {
    return [this.bodies, this.answers].some((late) => {
      const [first] = late;
      if (!first || now() - first.activeAt < silentMs) return false;
      late.delete(first);
      first.evict();
      return true;
    });
  }

  /**
   * Ends the session that is idle for longest, those first whose clients never
   * said that they are ready; whether there was one that nobody uses. Where
   * clients cannot be told apart, those alone: others may be somebody else's.
   */
  evictIdleSession(): boolean {
    let idlest: EvictableSession | undefined;
    for (const session of this.sessions)
      if (this.#isEvictable(session) && (!idlest || isBefore(session, idlest)))
        idlest = session;
    idlest?.evict();
    return idlest !== undefined;
  }

  #isEvictable({ isBusy, isReady }: EvictableSession): boolean {
    return !isBusy && !(this.isAnonymous && isReady);
  }
}

function isBefore(one: EvictableSession, other: EvictableSession): boolean {
  return one.isReady === other.isReady
    ? one.usedAt < other.usedAt
    : !one.isReady;
}

/** So many bytes that are kept of one client. */
export interface MemoryReservation {
  readonly client: ClientUsage;
  bytes: number;
  /** Whether it is known what was parsed, and not only how much came. */
  isWeighed?: boolean;
}

/**
 * Why something cannot be kept: not now, for what else is kept of its client, or
 * of all; or never, because it alone is too much.
 */
export type LimitExceeded = "client" | "server" | "ever";

export interface UsageLimits {
  /** Bytes of all clients. */
  readonly maxKeptBytes: number;
  /** Bytes of one. */
  readonly maxClientBytes: number;
}

/** What may take the last quarter of a budget, in bytes: so that small requests go on while large ones are refused. */
const small = 16 * 1024;

/** How long a body is silent before it gives way to what else its own client sends, in milliseconds. */
const silentMs = 1_000;

/**
 * Counts what is kept of each client, within a budget for each and one for all.
 * Where there is no room for one, the client of which the most is kept gives
 * way: with bodies that are silent, then with sessions that nobody uses.
 */
export class UsageLedger {
  /** The bytes that are kept, about. */
  bytes = 0;
  /** Requests at work, of those that did not end at once. */
  requests = 0;
  readonly #limits: UsageLimits;
  readonly #accounts = new Map<string, ClientUsage>();

  constructor(limits: UsageLimits) {
    this.#limits = limits;
  }

  /** The clients of which something is kept. */
  get usages(): Iterable<ClientUsage> {
    return this.#accounts.values();
  }

  get clients(): number {
    return this.#accounts.size;
  }

  /** The client of a client; it lasts as long as something is kept. */
  usageOf(key: string): ClientUsage {
    return this.#accounts.get(key) ?? new ClientUsage(key);
  }

  /** Counts something in, or says why it cannot be kept. A session may end others of its client. */
  reserve(
    client: ClientUsage,
    bytes: number,
    kind: "session" | "other" = "other",
  ): MemoryReservation | LimitExceeded {
    const exceeded = this.#makeRoom(client, bytes, bytes, kind);
    if (exceeded) return exceeded;
    const reservation = { client, bytes: 0 };
    this.set(reservation, bytes);
    return reservation;
  }

  /** Counts more or less of something, or says why there cannot be more of it. */
  resize(
    reservation: MemoryReservation,
    bytes: number,
  ): LimitExceeded | undefined {
    const more = bytes - reservation.bytes;
    const exceeded =
      more > 0
        ? this.#makeRoom(reservation.client, more, bytes, "other")
        : undefined;
    if (!exceeded) this.set(reservation, bytes);
    return exceeded;
  }

  /** Counts what is kept already, whether there is room or not. */
  set(reservation: MemoryReservation, bytes: number): void {
    const { client } = reservation;
    const more = bytes - reservation.bytes;
    reservation.bytes = bytes;
    this.bytes += more;
    client.bytes += more;
    if (client.bytes > 0) this.#accounts.set(client.key, client);
    else this.#accounts.delete(client.key);
  }

  /** Whether more is kept of a client, or of all, than may be. */
  isOver(client: ClientUsage): boolean {
    const { maxKeptBytes, maxClientBytes } = this.#limits;
    const isOwn = !client.isAnonymous && client.bytes > maxClientBytes;
    return isOwn || this.bytes > maxKeptBytes;
  }

  /** Makes room for more bytes of what will have so many in all. */
  #makeRoom(
    client: ClientUsage,
    more: number,
    whole: number,
    kind: "session" | "other",
  ): LimitExceeded | undefined {
    const { maxKeptBytes, maxClientBytes } = this.#limits;
    const ofOne = client.isAnonymous ? maxKeptBytes : maxClientBytes;
    if (whole > limitOf(ofOne, whole)) return "ever";
    for (;;) {
      const isOwn = client.bytes + more > limitOf(ofOne, whole);
      const isShort = this.bytes + more > limitOf(maxKeptBytes, whole);
      if (!isOwn && !isShort) return undefined;
      const other = isOwn
        ? undefined
        : this.#largestClient(client.bytes + more);
      const hasGiven = other
        ? other.evictSilent(0) || other.evictIdleSession()
        : client.evictSilent(silentMs) ||
          (kind === "session" && client.evictIdleSession());
      if (!hasGiven) return isOwn ? "client" : "server";
    }
  }

  /** The client of which the most is kept, if that is more than so many bytes. */
  #largestClient(bytes: number): ClientUsage | undefined {
    let greediest: ClientUsage | undefined;
    for (const client of this.usages)
      if (client.bytes > (greediest?.bytes ?? bytes)) greediest = client;
    return greediest;
  }
}

function limitOf(max: number, whole: number): number {
  return whole > small ? 0.75 * max : max;
}
