/** Maximum number of origins with a stored nonce. */
const maxOrigins = 100;

/**
 * Last nonce of each origin. Drops the origin that was updated least recently.
 */
export class Nonces {
  readonly #byOrigin = new Map<string, string>();

  of(origin: string): string | undefined {
    return this.#byOrigin.get(origin);
  }

  /** Stores the nonce of a response. Returns false if there is none. */
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
