/** How long a client may keep a result, and for whom. */
export interface CacheHints {
  /** How long the result may be kept, in milliseconds. */
  readonly ttlMs: number;
  /**
   * `public`: a result that one user got may serve others. `private`: it may
   * not.
   */
  readonly cacheScope: "public" | "private";
}
