import type { Sent } from "./script.ts";

export const roots = { method: "roots/list" };
export const elicit = {
  method: "elicitation/create",
  params: { message: "name?" },
};
export const sample = {
  method: "sampling/createMessage",
  params: { messages: [] },
};

/** A client that answers all three questions. */
export const handlers = {
  listRoots: () => ({ roots: [] }),
  elicit: ({ message }: { message: string }) => ({
    action: "accept",
    content: { message },
  }),
  createMessage: () => ({ model: "m" }),
};

/** A result that asks for input. */
export function asking(inputRequests?: object, requestState?: unknown): object {
  return { resultType: "input_required", inputRequests, requestState };
}

/** What a request carries beside what every one does. */
export function carried({ params }: Sent): unknown {
  const { _meta, ...rest } = params ?? {};
  return rest;
}

/** A result that ends the call. */
export const done = { resultType: "complete", content: ["done"] };
