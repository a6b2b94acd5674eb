/**
 * The listing of a server: snapshots, typed clients and servers, mocks, compiled
 * schemas, drift.
 *
 * May import: `runtime`, `base`, `schema`, `revisions`, `compat`, `emit`.
 *
 * @module
 */
export {};
