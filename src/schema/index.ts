/**
 * From a `schema.ts` and overrides to a Protocol: model, parse, derive, overrides, extend.
 * `json-schema` reads JSON Schemas of other authors.
 *
 * May import: `base`.
 *
 * @module
 */
export {};
