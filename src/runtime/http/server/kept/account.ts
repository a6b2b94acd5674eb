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
