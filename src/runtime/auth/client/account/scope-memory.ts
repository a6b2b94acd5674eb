import { without } from "../scopes.ts";
import type { RefusedRequest } from "./refused-request.ts";
import type { ServerRecord } from "./server-record.ts";

/** The scopes that a person was asked for since the program began, and those that are next. */
export class ScopeMemory {
  readonly #asked = new Set<string>();
  readonly #wanted = new Set<string>();

  /** What those need who wait for a login: the next one asks for all of it. */
  get wanted(): readonly string[] {
    return [...this.#wanted];
  }

  want(scopes: readonly string[]): void {
    for (const scope of scopes) this.#wanted.add(scope);
  }

  /** A login has begun with what was wanted, or has failed for all that waited. */
  unwant(): void {
    this.#wanted.clear();
  }

  add(scopes: readonly string[]): void {
    for (const scope of scopes) this.#asked.add(scope);
  }

  /** Whether a request needs something that was neither granted nor asked for. */
  isNews(
    { challenge, used }: RefusedRequest,
    record: ServerRecord | undefined,
  ): boolean {
    const { scopesSupported = [] } = record?.discovery ?? {};
    const wanted = challenge?.scope ?? scopesSupported;
    const missing = without(wanted, used?.granted ?? []);
    return missing.some((scope) => !this.#asked.has(scope));
  }

  clear(): void {
    this.#asked.clear();
    this.#wanted.clear();
  }
}
