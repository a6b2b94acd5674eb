import type { MemoryBudget } from "../../../server/memory-budget.ts";
import { weigh, weighText } from "../../../protocol/weigh.ts";
import { refuse, type Refusal, retryLater } from "../replies.ts";
import type { Visit } from "../exchange.ts";
import {
  type Account,
  type LateBody,
  Ledger,
  type Charge,
  type Shortage,
} from "./client-usage.ts";
import { clientKeyOf } from "./client-key.ts";
import type { ClientKey } from "../options.ts";
import type { Sink } from "../../../peer/transport.ts";
import type { ResolvedOptions } from "../resolve-options.ts";
import type { EventStore } from "../events/event-store.ts";

/** What is kept of each, beside what the client sends: measured, and rounded up. */
export const costs: Readonly<Record<"session" | "request" | "stream", number>> =
  {
    session: 10_240,
    /** A request whose handler is at work, with its connection. */
    request: 6_144,
    stream: 10_240,
  };

/** Bodies that are longer are counted before they are parsed, in characters. */
export const longBody: number = 64 * 1024;

export interface KeptOptions {
  readonly maxKeptBytes: number;
  readonly maxClientInfoBytes: number;
  readonly maxUriBytes: number;
  readonly perClient: {
    readonly maxKeptBytes: number;
    readonly maxStreams: number;
    readonly maxRequests: number;
  };
  readonly clientKey?: ClientKey | undefined;
}

/** Counts what a server keeps of its clients, and refuses what is too much. */
export class Kept {
  readonly ledger: Ledger;
  readonly #options: KeptOptions;
  readonly #onError: (error: Error) => void;

  constructor(options: KeptOptions, onError: (error: Error) => void) {
    this.#options = options;
    this.#onError = onError;
    const { maxKeptBytes, perClient } = options;
    const maxClientBytes = perClient.maxKeptBytes;
    this.ledger = new Ledger({ maxKeptBytes, maxClientBytes });
  }

  /** Whether so much is kept that small requests are looked at too. */
  get isPressed(): boolean {
    const { maxKeptBytes, maxRequests } = this.#options.perClient;
    const { bytes, requests } = this.ledger;
    return 2 * bytes > maxKeptBytes || requests >= maxRequests;
  }

  /** Never throws. */
  accountOf(visit: Visit): Account {
    return this.ledger.account(this.#identify(visit));
  }

  /** A handler continues with what a visit brought. */
  hold(visit: Visit): void {
    visit.holders++;
    // The address of a client is only known while it is connected.
    this.#identify(visit);
  }

  #identify(visit: Visit): string {
    const { clientKey } = this.#options;
    return (visit.client ??= clientKeyOf(visit, clientKey, this.#onError));
  }

  /** Counts what has come of a body; why no more of it may. */
  arrived(visit: Visit, bytes: number, body: LateBody): Refusal | undefined {
    const shortage = this.#count(visit, costs.request + bytes);
    if (shortage) return this.#refusal(shortage);
    // Each turn puts it behind those that are silent.
    const { bodies } = visit.charge?.account ?? this.accountOf(visit);
    bodies.delete(body);
    bodies.add(body);
    return undefined;
  }

  /** A body is whole, or given up. */
  finished(visit: Visit, body: LateBody): void {
    visit.charge?.account.bodies.delete(body);
  }

  /** Counts what a long body will be once it is parsed; why it is refused. */
  weighBody(visit: Visit, text: string): Refusal | undefined {
    const bytes = costs.request + weighText(text);
    const shortage = this.#count(visit, bytes);
    if (visit.charge) visit.charge.isWeighed = true;
    return shortage && this.#refusal(shortage);
  }

  /** Why one more small request of a client is refused, when there are many or they are large. */
  refuseOneMore(visit: Visit): Refusal | undefined {
    const account = visit.charge?.account ?? this.accountOf(visit);
    const { maxRequests } = this.#options.perClient;
    if (!account.isNobody && account.requests >= maxRequests)
      return this.#refusal("client");
    const shortage = this.#count(visit, visit.charge?.bytes ?? costs.request);
    return shortage && this.#refusal(shortage);
  }

  /** Counts a request that goes on, and all that came with it. */
  goesOn(visit: Visit, value: unknown): void {
    if (visit.isCounted) return;
    visit.isCounted = true;
    const charge = (visit.charge ??= {
      account: this.accountOf(visit),
      bytes: 0,
    });
    if (!charge.isWeighed)
      this.ledger.set(charge, costs.request + weigh(value));
    charge.account.requests++;
    this.ledger.requests++;
  }

  /** One of those that keep what a visit brought is done with it. */
  letGo(visit: Visit): void {
    if (--visit.holders === 0) this.release(visit);
  }

  /** Counts out what a visit brought. */
  release(visit: Visit): void {
    const { charge } = visit;
    if (charge) this.ledger.set(charge, 0);
    visit.charge = undefined;
    if (!charge || !visit.isCounted) return;
    visit.isCounted = false;
    charge.account.requests--;
    this.ledger.requests--;
  }

  /** Counts a stream in; undefined when its client has too many. */
  openStream(account: Account): Charge | undefined {
    const { maxStreams } = this.#options.perClient;
    if (!account.isNobody && account.streams >= maxStreams) return undefined;
    const charge = this.ledger.charge(account, costs.stream);
    if (typeof charge === "string") return undefined;
    account.streams++;
    return charge;
  }

  closeStream(charge: Charge): void {
    charge.account.streams--;
    this.ledger.set(charge, 0);
  }

  /** Counts a session in, or why it may not be opened; `value` is what opens it. */
  openSession(account: Account, value: unknown): Charge | Refusal {
    // What is kept of the value is counted when it is: there is to be room for it.
    const charge = this.ledger.charge(
      account,
      costs.session + weigh(value),
      "session",
    );
    if (typeof charge === "string") return this.#refusal(charge);
    this.ledger.set(charge, costs.session);
    return charge;
  }

  /** The bounds of a connection whose requests are counted one by one. */
  get lengths(): MemoryBudget {
    const { maxClientInfoBytes, maxUriBytes } = this.#options;
    const add = (): boolean => true;
    return { maxClientInfoBytes, maxUriBytes, add, remove() {} };
  }

  /** The bounds of a session, whose charge grows with what is kept of it. */
  keepingOf(charge: Charge, maxSessionBytes: number): MemoryBudget {
    const { ledger } = this;
    return {
      ...this.lengths,
      add(bytes) {
        const all = charge.bytes + bytes;
        return all <= maxSessionBytes && !ledger.resize(charge, all);
      },
      remove: (bytes) => ledger.set(charge, charge.bytes - bytes),
    };
  }

  #count(visit: Visit, bytes: number): Shortage | undefined {
    const { charge } = visit;
    if (charge) return this.ledger.resize(charge, bytes);
    const made = this.ledger.charge(this.accountOf(visit), bytes);
    if (typeof made === "string") return made;
    visit.charge = made;
    return undefined;
  }

  #refusal(shortage: Shortage): Refusal {
    switch (shortage) {
      case "ever":
        return refuse(413, "It takes more than is kept of one client");
      case "client":
        return refuse(429, "Too much is kept of this client", retryLater);
      case "server":
        return refuse(503, "Too much is kept of all clients", retryLater);
      default:
        return shortage satisfies never;
    }
  }
}

/** Counts what a visit brought as long as handlers go on with it, where it has no answer of its own. */
export function holding(
  { kept }: { readonly kept: Kept },
  visit: Visit,
  value: unknown,
): Pick<Sink, "viewer" | "hold" | "letGo"> {
  return {
    viewer: visit.viewer,
    hold() {
      kept.hold(visit);
      kept.goesOn(visit, value);
    },
    letGo: () => kept.letGo(visit),
  };
}

/** What is kept of all clients, in bytes, about. */
export interface KeptStatus {
  /** What is kept now, of all clients. */
  readonly bytes: number;
  /** What may be kept, of all clients. */
  readonly maxBytes: number;
  /** The clients of which something is kept. */
  readonly clients: number;
  /** What is kept of the client of which the most is. */
  readonly largestClientBytes: number;
  /** What one client may have of it. */
  readonly maxClientBytes: number;
  /** What is kept of the session of which the most is, beside its requests. */
  readonly largestSessionBytes: number;
  /** What one session may have of it. */
  readonly maxSessionBytes: number;
  /** Bodies that are not whole yet. */
  readonly unfinishedBodies: number;
  /** Answers that wait for clients that do not read them. */
  readonly unreadAnswers: number;
  /** Events for clients that come back, which have a bound of their own: 0 where the store does not tell. */
  readonly eventBytes: number;
}

export function keptStatus({
  kept: { ledger },
  options,
  eventStore,
}: {
  readonly kept: Kept;
  readonly options: ResolvedOptions;
  readonly eventStore: EventStore | undefined;
}): KeptStatus {
  let largestClientBytes = 0;
  let largestSessionBytes = 0;
  let unfinishedBodies = 0;
  let unreadAnswers = 0;
  for (const { bytes, sessions, bodies, answers } of ledger.accounts) {
    largestClientBytes = Math.max(largestClientBytes, bytes);
    unfinishedBodies += bodies.size;
    unreadAnswers += answers.size;
    for (const { keptBytes } of sessions)
      largestSessionBytes = Math.max(largestSessionBytes, keptBytes);
  }
  return {
    bytes: ledger.bytes,
    maxBytes: options.maxKeptBytes,
    clients: ledger.clients,
    largestClientBytes,
    maxClientBytes: options.perClient.maxKeptBytes,
    largestSessionBytes,
    maxSessionBytes: options.sessions ? options.sessions.maxKeptBytes : 0,
    unfinishedBodies,
    unreadAnswers,
    eventBytes: bytesIn(eventStore),
  };
}

/** The store in memory tells it, and others may. */
function bytesIn(store: object | undefined): number {
  const bytes: unknown = store && "bytes" in store ? store.bytes : 0;
  return typeof bytes === "number" ? bytes : 0;
}
