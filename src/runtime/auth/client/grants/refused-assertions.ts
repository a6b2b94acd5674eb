import type { TokenError } from "../token-endpoint/token-error.ts";

/** How many are remembered. */
const maxRefused = 32;

/** What an authorization server refused, by digests: no assertion is kept. */
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

  /** The oldest gives way. */
  add(key: string, error: TokenError): void {
    this.#errors.set(key, error);
    const [oldest] = this.#errors.keys();
    if (this.#errors.size > maxRefused && oldest !== undefined)
      this.#errors.delete(oldest);
  }
}
