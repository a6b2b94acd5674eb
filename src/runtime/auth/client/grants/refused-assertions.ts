import type { TokenError } from "../token-endpoint/token-error.ts";

/** Maximum number of stored errors. */
const maxRefused = 32;

/** Errors for rejected assertions, by digest. No assertion is stored. */
export class RefusedAssertions {
  readonly #errors = new Map<string, TokenError>();

  async keyOf(parts: readonly (string | undefined)[]): Promise<string> {
    const bytes = new TextEncoder().encode(JSON.stringify(parts));
    const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
    return btoa(String.fromCharCode(...hash));
  }

  get(key: string): TokenError | undefined {
    return this.#errors.get(key);
  }

  /** Stores an error and drops the oldest above the limit. */
  add(key: string, error: TokenError): void {
    this.#errors.set(key, error);
    const [oldest] = this.#errors.keys();
    if (this.#errors.size > maxRefused && oldest !== undefined)
      this.#errors.delete(oldest);
  }
}
