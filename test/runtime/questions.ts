import type { Context } from "../../src/runtime/peer/context.ts";
import type { Repeatable } from "../../src/runtime/server/input/once.ts";

export type Fields = Record<string, unknown>;

/** What a revision's context has beside the members of every one. */
export interface Askers {
  elicit(key: string, params: object, options?: object): Promise<Fields>;
  createMessage(key: string, params: object): Promise<Fields>;
  listRoots(key: string): Promise<Fields>;
}

/** A handler of `tools/call`, which may ask for input. */
export type Call = (
  params: Fields,
  context: Context & Askers & Repeatable,
) => unknown;

/** What a client declares that can be asked everything. */
export const everything = { elicitation: {}, sampling: {}, roots: {} };

/** The params of an elicitation. */
export const form = (message: string): Fields => ({
  message,
  requestedSchema: { type: "object", properties: {} },
});

/** An elicitation, for `inputRequired`. */
export const elicit = (
  message: string,
): { method: string; params: Fields } => ({
  method: "elicitation/create",
  params: form(message),
});

/** The result of a tool that tells a value. */
export const say = (value: unknown): Fields => ({
  content: [{ type: "text", text: JSON.stringify(value) }],
});

/** The value that such a result tells. */
export function valueOf({ content }: Fields): unknown {
  const [{ text }] = content as [{ text: string }];
  return JSON.parse(text);
}
