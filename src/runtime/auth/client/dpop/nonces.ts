/** How many origins are remembered. */
const maxOrigins = 100;

/** The last nonce of each server; of many servers, those heard of last. */
export class Nonces {
  readonly #byOrigin = new Map<string, string>();

  of(origin: string): string | undefined {
    return this.#byOrigin.get(origin);
  }

  /** Keeps what a server sent along; tells whether it sent a nonce. */
  keep(origin: string, { headers }: Response): boolean {
    const nonce = headers.get("dpop-nonce");
    if (nonce === null || nonce === "") return false;
    this.#byOrigin.delete(origin);
    this.#byOrigin.set(origin, nonce);
    if (this.#byOrigin.size > maxOrigins) {
      const [oldest] = this.#byOrigin.keys();
      if (oldest !== undefined) this.#byOrigin.delete(oldest);
    }
    return true;
  }
}
