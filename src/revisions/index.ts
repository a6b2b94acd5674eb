/**
 * Bundled models, the data of overrides, and the sources that a schema can come from.
 *
 * May import: `base`, `schema`.
 *
 * @module
 */
export {};
