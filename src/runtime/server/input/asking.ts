import type { InputRequest } from "../../protocol/input-required.ts";
import { isObject, type JsonObject } from "../../protocol/message.ts";
import type { RequestRecord } from "../../peer/record.ts";

/** What is asked, by key. */
export interface InputRequests {
  readonly [key: string]: InputRequest;
}

/** How a result says that it asks. */
export const waiting = { resultType: "input_required" };

/** A result of a handler's that asks, in the runtime's form or the revision's. */
export interface Asking extends JsonObject {
  readonly inputRequests?: InputRequests;
  readonly state?: unknown;
  /** The state, as the revision names it. */
  readonly requestState?: unknown;
}

/** Whether a handler's result asks for input. */
export function isAsking(result: unknown): result is Asking {
  return isObject(result) && result["resultType"] === waiting.resultType;
}

/** The state, in either form. */
export function stateOf({ state, requestState }: Asking): unknown {
  return state ?? requestState;
}

/** The params of the request, as the revision has them when it is repeated. */
export function repeated({
  params,
  inputResponses,
  state,
}: RequestRecord): object {
  return {
    ...withoutInput(params),
    ...(inputResponses && { inputResponses }),
    ...(typeof state === "string" && { requestState: state }),
  };
}

/** The params without what repeating the request adds. */
export function withoutInput(params: unknown): JsonObject {
  if (!isObject(params)) return {};
  const { inputResponses, requestState, ...rest } = params;
  return rest;
}
