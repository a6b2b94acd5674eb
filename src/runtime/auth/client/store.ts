/**
 * Keeps what must not be lost and nobody else may see: tokens, registrations,
 * logins that are not done. Values are JSON text; keys hold no secret.
 */
export interface AuthStore {
  get(key: string): Promise<string | undefined>;
  /** Resolves when it is kept: also if the process ends at once. */
  set(key: string, value: string): Promise<void>;
  delete(key: string): Promise<void>;
  /** Runs work alone: no other holder of the key's lock runs meanwhile, in any process that shares the store. */
  lock<Result>(key: string, work: () => Promise<Result>): Promise<Result>;
}
