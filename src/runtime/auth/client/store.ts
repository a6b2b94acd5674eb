/**
 * Store for confidential data that must persist: tokens, registrations and
 * pending logins. Values are JSON text; keys contain no secrets.
 */
export interface AuthStore {
  /** Returns the stored value, or undefined if there is none. */
  get(key: string): Promise<string | undefined>;
  /**
   * Stores a value. Resolves when the value is durable, even if the process
   * ends right after.
   */
  set(key: string, value: string): Promise<void>;
  /** Deletes a value. A missing key is not an error. */
  delete(key: string): Promise<void>;
  /**
   * Runs `work` while holding the lock of a key. Only one holder runs at a
   * time, across all processes that share the store.
   */
  lock<Result>(key: string, work: () => Promise<Result>): Promise<Result>;
}
