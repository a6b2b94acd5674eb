export type * from "./declaration.ts";
export type * from "./extension.ts";
export type * from "./json-schema.ts";
export type * from "./protocol.ts";
export type * from "./type.ts";
