/**
 * Result of storing a proof: "new" or "used"; "forgotten" if it is too old to
 * know; "full" if there is no space.
 */
export type Remembered = "new" | "used" | "forgotten" | "full";

export interface ProofMemoryLimits {
  /** Approximate limit for all clients, in bytes. */
  readonly maxBytes: number;
  /** Approximate limit for one client, in bytes. */
  readonly maxClientBytes: number;
}

/** Stored proofs of one client. */
interface Client {
  /** Expiry of each proof, in milliseconds since 1970. */
  readonly proofs: Map<string, number>;
  /** Proofs that expire at or before this time may have been dropped. */
  forgottenUntil: number;
  /** Expiry of the last proof. */
  overAt: number;
  bytes: number;
}

/** Overhead of a client and of a proof besides their text, in bytes. */
const clientBytes = 512;
const proofBytes = 96;

/**
 * Maximum number of clients to check for expiry with each proof, and to shrink
 * for space.
 */
const maxGone = 4;
const maxShrunk = 1_000;

/**
 * Store of used proofs until their expiry, to detect replays. If there is no
 * space, it drops the half of a client's proofs that expires first. From then
 * on it rejects proofs that expire as early; a newly created proof expires
 * later and is accepted.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc9449#section-11.1 | RFC 9449,
 * 11.1}
 */
export class ProofMemory {
  readonly #limits: ProofMemoryLimits;
  /** Clients in order of their last proof; the most recent is last. */
  readonly #clients = new Map<string, Client>();
  #bytes = 0;

  constructor(limits: ProofMemoryLimits) {
    this.#limits = limits;
  }

  /** Approximate number of stored bytes. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Stores a proof until its expiry. Times are in milliseconds since 1970. */
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

  /**
   * Makes space, if necessary by shrinking the least recent clients. Returns
   * false if it did not succeed.
   */
  #makeRoom(bytes: number, maxBytes: number, time: number): boolean {
    let looked = 0;
    for (const client of this.#clients.values()) {
      if (this.#bytes + bytes <= maxBytes || looked++ === maxShrunk) break;
      this.#shrink(client, time);
    }
    return this.#bytes + bytes <= maxBytes;
  }

  /**
   * Drops the half of a client's proofs that expires first, and all expired
   * ones.
   */
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

  /**
   * Drops some of the least recent clients if all their proofs have expired.
   */
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
