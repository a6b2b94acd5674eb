/**
 * Small helpers of the generator: diagnostics, digest, sort order, JSON files, package
 * paths, fetch with proxy, file changes.
 *
 * May import: nothing of `src`.
 *
 * @module
 */
export {};
