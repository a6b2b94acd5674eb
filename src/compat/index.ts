/**
 * Differences of two Protocols, and copies in extensions that differ from the core.
 *
 * May import: `base`, `schema`.
 *
 * @module
 */
export {};
