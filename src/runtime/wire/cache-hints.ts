/** How long a client may keep a result, and for whom. */
export interface CacheHints {
  /** In milliseconds. */
  readonly ttlMs: number;
  /** Whether what one user got may serve others. */
  readonly cacheScope: "public" | "private";
}
