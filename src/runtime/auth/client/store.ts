/**
 * Keeps what must not be lost and nobody else may see: tokens, registrations,
 * logins that are not done. Values are JSON text; keys hold no secret.
 */
export interface AuthStore {
  /** What was kept under the key; undefined where nothing is. */
  get(key: string): Promise<string | undefined>;
  /** Resolves when it is kept: also if the process ends at once. */
  set(key: string, value: string): Promise<void>;
  /** Resolves when it is gone. A key that is not there is no error. */
  delete(key: string): Promise<void>;
  /** Runs work alone: no other holder of the key's lock runs meanwhile, in any process that shares the store. */
  lock<Result>(key: string, work: () => Promise<Result>): Promise<Result>;
}
