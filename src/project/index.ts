/**
 * Configuration, lock, upstreams, `update`, `watch`, and the functions that the package
 * exports.
 *
 * May import: `runtime`, `base`, `schema`, `revisions`, `compat`, `emit`, `validate`.
 *
 * @module
 */
export {};
