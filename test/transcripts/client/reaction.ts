import type { JsonObject } from "../subject.ts";

/** What a scripted server sends because of a message. */
export interface Said {
  readonly messages: readonly unknown[];
  /** Whether the answer only comes after an answer of the client's. */
  readonly isOpen?: boolean;
}

/** How a scripted server reacts to a message. */
export type Reaction = (message: JsonObject) => Said;

export const silence: Said = { messages: [] };

export function result({ id }: JsonObject, fields: object): JsonObject {
  return { jsonrpc: "2.0", id, result: fields };
}

export function failure(
  { id }: JsonObject,
  code: number,
  message: string,
  data?: unknown,
): JsonObject {
  const error = { code, message, ...(data !== undefined && { data }) };
  return { jsonrpc: "2.0", id, error };
}
