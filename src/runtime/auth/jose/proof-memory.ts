/** What becomes of a proof: it is new, or was used; or nobody knows any more, or can. */
export type Remembered = "new" | "used" | "forgotten" | "full";

export interface ProofMemoryLimits {
  /** Bytes of all clients, about. */
  readonly maxBytes: number;
  /** Bytes of one, about. */
  readonly maxClientBytes: number;
}

/** What is remembered of one client. */
interface Client {
  /** Until when, in milliseconds since 1970, each proof is good. */
  readonly proofs: Map<string, number>;
  /** What is good no longer than this may have been forgotten. */
  forgottenUntil: number;
  /** When the last of it is over. */
  overAt: number;
  bytes: number;
}

/** What a client and a proof take beside their text, in bytes. */
const clientBytes = 512;
const proofBytes = 96;

/** How many clients are looked at, with each proof, for one that is gone; and for room. */
const maxGone = 4;
const maxShrunk = 1_000;

/**
 * Remembers the proofs that were used, as long as they are good, so that none is
 * used twice. Where there is no room, the half of a client's that end first are
 * forgotten, and what ends as early is refused from then on: a proof that was just
 * made ends later, and passes.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc9449#section-11.1 | RFC 9449, 11.1}
 */
export class ProofMemory {
  readonly #limits: ProofMemoryLimits;
  /** Whoever came last is last. */
  readonly #clients = new Map<string, Client>();
  #bytes = 0;

  constructor(limits: ProofMemoryLimits) {
    this.#limits = limits;
  }

  /** The bytes that are kept, about. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Remembers a proof that is good until a time, in milliseconds since 1970. */
  use(name: string, proof: string, until: number, time: number): Remembered {
    this.#dropGone(time);
    const { maxBytes, maxClientBytes } = this.#limits;
    const bytes = proofBytes + 2 * proof.length;
    const newcomer = clientBytes + 2 * name.length;
    const known = this.#clients.get(name);
    if (known?.proofs.has(proof)) return "used";
    if (known && known.bytes + bytes > maxClientBytes)
      this.#shrink(known, time);
    const needed = known ? bytes : bytes + newcomer;
    if (!this.#makeRoom(needed, maxBytes, time)) return "full";
    const client = known ?? empty(newcomer);
    if (until <= client.forgottenUntil) return "forgotten";
    this.#bytes += needed;
    client.bytes += bytes;
    client.proofs.set(proof, until);
    client.overAt = Math.max(client.overAt, until);
    this.#clients.delete(name);
    this.#clients.set(name, client);
    return "new";
  }

  /** Whether there is room, if need be at the cost of those who came first. */
  #makeRoom(bytes: number, maxBytes: number, time: number): boolean {
    let looked = 0;
    for (const client of this.#clients.values()) {
      if (this.#bytes + bytes <= maxBytes || looked++ === maxShrunk) break;
      this.#shrink(client, time);
    }
    return this.#bytes + bytes <= maxBytes;
  }

  /** Forgets half of what is remembered of a client, and all that is over. */
  #shrink(client: Client, time: number): void {
    const ends = [...client.proofs.values()].sort((a, b) => a - b);
    const middle = ends[(ends.length - 1) >> 1];
    if (middle === undefined) return;
    const last = Math.max(middle, time - 1);
    client.forgottenUntil = Math.max(client.forgottenUntil, middle);
    for (const [proof, until] of client.proofs) {
      if (until > last) continue;
      client.proofs.delete(proof);
      const bytes = proofBytes + 2 * proof.length;
      client.bytes -= bytes;
      this.#bytes -= bytes;
    }
  }

  /** Forgets clients, of those that did not come for longest, of whom nothing is good any more. */
  #dropGone(time: number): void {
    let looked = 0;
    for (const [name, client] of this.#clients) {
      if (looked++ === maxGone) return;
      if (client.overAt >= time) continue;
      this.#clients.delete(name);
      this.#bytes -= client.bytes;
    }
  }
}

function empty(bytes: number): Client {
  const proofs = new Map<string, number>();
  return { proofs, forgottenUntil: -Infinity, overAt: -Infinity, bytes };
}
