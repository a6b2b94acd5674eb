import { now } from "../../../protocol/timers/deadlines.ts";

/** A session, as far as it can give way to another. */
export interface Displaceable {
  /** On the clock of `now`. */
  readonly usedAt: number;
  /** Whether its client has said that it is ready. */
  readonly isReady: boolean;
  /** Whether a client waits for something: such a session never gives way. */
  readonly isBusy: boolean;
  /** What is kept of it beside its requests, about. */
  readonly keptBytes: number;
  /** Ends it. */
  displace(): void;
}

/** A body that is not whole yet, or an answer that waits for its reader. */
export interface LateBody {
  /** When some of it last moved, on the clock of `now`. */
  heardAt: number;
  /** Gives up the rest of it. */
  giveWay(): void;
}

/** What a server keeps of one client. */
export class Account {
  readonly key: string;
  /** Whether nobody could tell who it is: all such clients are one. */
  readonly isNobody: boolean;
  bytes = 0;
  streams = 0;
  /** Requests whose handlers are at work, of those that did not end at once. */
  requests = 0;
  readonly sessions: Set<Displaceable> = new Set();
  /** That which was silent for longest first. */
  readonly bodies: Set<LateBody> = new Set();
  /** Answers that wait for their readers: that which has waited for longest first. */
  readonly answers: Set<LateBody> = new Set();

  constructor(key: string) {
    this.key = key;
    this.isNobody = key === "";
  }

  /**
   * Gives up the body, or else the answer, that was silent for longest, if for so
   * many milliseconds; whether there was one.
   */
  dropSilent(silentMs: number): boolean {
    return [this.bodies, this.answers].some((late) => {
      const [first] = late;
      if (!first || now() - first.heardAt < silentMs) return false;
      late.delete(first);
      first.giveWay();
      return true;
    });
  }

  /**
   * Ends the session that is idle for longest, those first whose clients never
   * said that they are ready; whether there was one that nobody uses. Where
   * clients cannot be told apart, those alone: others may be somebody else's.
   */
  dropIdleSession(): boolean {
    let idlest: Displaceable | undefined;
    for (const session of this.sessions)
      if (this.#mayDrop(session) && (!idlest || isBefore(session, idlest)))
        idlest = session;
    idlest?.displace();
    return idlest !== undefined;
  }

  #mayDrop({ isBusy, isReady }: Displaceable): boolean {
    return !isBusy && !(this.isNobody && isReady);
  }
}

function isBefore(one: Displaceable, other: Displaceable): boolean {
  return one.isReady === other.isReady
    ? one.usedAt < other.usedAt
    : !one.isReady;
}

/** So many bytes that are kept of one client. */
export interface Charge {
  readonly account: Account;
  bytes: number;
  /** Whether it is known what was parsed, and not only how much came. */
  isWeighed?: boolean;
}

/**
 * Why something cannot be kept: not now, for what else is kept of its client, or
 * of all; or never, because it alone is too much.
 */
export type Shortage = "client" | "server" | "ever";

export interface LedgerLimits {
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
export class Ledger {
  /** The bytes that are kept, about. */
  bytes = 0;
  /** Requests at work, of those that did not end at once. */
  requests = 0;
  readonly #limits: LedgerLimits;
  readonly #accounts = new Map<string, Account>();

  constructor(limits: LedgerLimits) {
    this.#limits = limits;
  }

  /** The clients of which something is kept. */
  get accounts(): Iterable<Account> {
    return this.#accounts.values();
  }

  get clients(): number {
    return this.#accounts.size;
  }

  /** The account of a client; it lasts as long as something is kept. */
  account(key: string): Account {
    return this.#accounts.get(key) ?? new Account(key);
  }

  /** Counts something in, or says why it cannot be kept. A session may end others of its client. */
  charge(
    account: Account,
    bytes: number,
    kind: "session" | "other" = "other",
  ): Charge | Shortage {
    const shortage = this.#makeRoom(account, bytes, bytes, kind);
    if (shortage) return shortage;
    const charge = { account, bytes: 0 };
    this.set(charge, bytes);
    return charge;
  }

  /** Counts more or less of something, or says why there cannot be more of it. */
  resize(charge: Charge, bytes: number): Shortage | undefined {
    const more = bytes - charge.bytes;
    const shortage =
      more > 0
        ? this.#makeRoom(charge.account, more, bytes, "other")
        : undefined;
    if (!shortage) this.set(charge, bytes);
    return shortage;
  }

  /** Counts what is kept already, whether there is room or not. */
  set(charge: Charge, bytes: number): void {
    const { account } = charge;
    const more = bytes - charge.bytes;
    charge.bytes = bytes;
    this.bytes += more;
    account.bytes += more;
    if (account.bytes > 0) this.#accounts.set(account.key, account);
    else this.#accounts.delete(account.key);
  }

  /** Whether more is kept of a client, or of all, than may be. */
  isOver(account: Account): boolean {
    const { maxKeptBytes, maxClientBytes } = this.#limits;
    const isOwn = !account.isNobody && account.bytes > maxClientBytes;
    return isOwn || this.bytes > maxKeptBytes;
  }

  /** Makes room for more bytes of what will have so many in all. */
  #makeRoom(
    account: Account,
    more: number,
    whole: number,
    kind: "session" | "other",
  ): Shortage | undefined {
    const { maxKeptBytes, maxClientBytes } = this.#limits;
    const ofOne = account.isNobody ? maxKeptBytes : maxClientBytes;
    if (whole > limitOf(ofOne, whole)) return "ever";
    for (;;) {
      const isOwn = account.bytes + more > limitOf(ofOne, whole);
      const isShort = this.bytes + more > limitOf(maxKeptBytes, whole);
      if (!isOwn && !isShort) return undefined;
      const other = isOwn ? undefined : this.#greediest(account.bytes + more);
      const hasGiven = other
        ? other.dropSilent(0) || other.dropIdleSession()
        : account.dropSilent(silentMs) ||
          (kind === "session" && account.dropIdleSession());
      if (!hasGiven) return isOwn ? "client" : "server";
    }
  }

  /** The client of which the most is kept, if that is more than so many bytes. */
  #greediest(bytes: number): Account | undefined {
    let greediest: Account | undefined;
    for (const account of this.accounts)
      if (account.bytes > (greediest?.bytes ?? bytes)) greediest = account;
    return greediest;
  }
}

function limitOf(max: number, whole: number): number {
  return whole > small ? 0.75 * max : max;
}
