import type { CallOptions } from "../../peer/caller.ts";
import type { RequestRecord } from "../../peer/record.ts";
import { InvalidMessageError, describeIssue } from "../../protocol/errors.ts";
import { formIssue } from "../../protocol/form-answer.ts";
import type { InputRequest } from "../../protocol/input-required.ts";
import { type JsonObject, isObject } from "../../protocol/message.ts";
import { requireAskable } from "../../protocol/revision/askable.ts";
import {
  type ProtocolTable,
  entryOf,
  isStateless,
} from "../../protocol/revision/protocol-table.ts";
import { toForm } from "../form/form.ts";

/** Says that a handler waits for input; it is called again when there is some. */
class InputPending extends Error {
  override readonly name = "InputPending";
}

/** What a handler asks the client in mid-call, by `context.elicit` and the like. */
export class Questions {
  readonly #request: RequestRecord;
  /** What was asked under each key. */
  readonly #asked = new Map<string, string>();

  constructor(request: RequestRecord) {
    this.#request = request;
  }

  /**
   * Asks once for a key, and reads the answer. Where a server can send no request
   * the handler ends here, and runs again when there is an answer.
   */
  ask<Answer>(
    key: string,
    asked: InputRequest,
    options: CallOptions | undefined,
    read: (answer: unknown) => Answer | Promise<Answer>,
  ): Promise<Answer> {
    const answer = this.#ask(key, asked, options ?? {}).then(read);
    // A handler that fails at one question may never await another.
    answer.catch(() => {});
    return answer;
  }

  async #ask(
    key: string,
    asked: InputRequest,
    options: CallOptions,
  ): Promise<unknown> {
    this.#requireOwnKey(key, asked);
    const request = this.#request;
    const answers = request.inputResponses;
    if (answers && Object.hasOwn(answers, key)) return answers[key];
    requireAskable(request.table, request.peerCapabilities, asked);
    if (isStateless(request) && !request.pose) {
      const { method, table } = request;
      if (!entryOf(table.requests, method)?.input)
        throw new TypeError(`${method} cannot ask in ${table.revision}`);
      request.asks ??= new Map();
      request.asks.set(key, asked);
      throw new InputPending(`${method} waits for "${key}"`);
    }
    const answer = await askNow(request, key, asked, options);
    request.inputResponses = { ...request.inputResponses, [key]: answer };
    return answer;
  }

  /** An answer is found by its key, so that two questions need two. */
  #requireOwnKey(key: string, request: InputRequest): void {
    const question = JSON.stringify(request);
    if ((this.#asked.get(key) ?? question) !== question)
      throw new TypeError(
        `"${key}" is the key of another question of this call: give each its own`,
      );
    this.#asked.set(key, question);
  }
}

/** Asks now: by a request of the server's own, or as the record does it. Which people may answer: the server says how long they may take. */
export async function askNow(
  request: RequestRecord,
  key: string,
  { method, params }: InputRequest,
  options: CallOptions,
): Promise<JsonObject> {
  const signal = options.signal
    ? AbortSignal.any([request.signal, options.signal])
    : request.signal;
  const fitting = formParamsIn(request.table, params);
  const limits = { ...options, signal };
  const answer: JsonObject = await (request.pose
    ? request.pose(
        key,
        fitting ? { method, params: fitting } : { method },
        limits,
      )
    : request.caller().request(method, fitting, limits));
  const issue = formIssue(params, answer);
  if (!issue) return answer;
  const reason = `${method}: ${describeIssue(issue)}`;
  throw new InvalidMessageError(reason, issue.path, { value: answer });
}

/** The titles of choices are where the revision has them. */
function formParamsIn(
  { facts }: ProtocolTable,
  params?: object,
): object | undefined {
  const { requestedSchema: form }: JsonObject = { ...params };
  return isObject(form) && !facts.includes("form-titles")
    ? { ...params, requestedSchema: toForm(form, facts) }
    : params;
}

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
