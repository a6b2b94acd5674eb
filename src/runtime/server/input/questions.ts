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

/** Ends a handler that waits for input. The handler runs again with the answer. */
class InputPending extends Error {
  override readonly name = "InputPending";
}

/** Questions of a handler to its client, e.g. by `context.elicit`. */
export class Questions {
  readonly #request: RequestRecord;
  /** Questions by key, as JSON. */
  readonly #asked = new Map<string, string>();

  constructor(request: RequestRecord) {
    this.#request = request;
  }

  /**
   * Asks the client once for each key, and parses the answer. If the server cannot send
   * requests, the handler ends here and runs again with the answer.
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

  /** Throws if another question has the same key: answers are found by key. */
  #requireOwnKey(key: string, request: InputRequest): void {
    const question = JSON.stringify(request);
    if ((this.#asked.get(key) ?? question) !== question)
      throw new TypeError(
        `"${key}" is the key of another question of this call. Use a different key.`,
      );
    this.#asked.set(key, question);
  }
}

/**
 * Sends a question: as a request of the server, or through `pose` of the record. People may
 * answer, so the server's time limits apply.
 */
export async function askNow(
  request: RequestRecord,
  key: string,
  { method, params }: InputRequest,
  options: CallOptions,
): Promise<JsonObject> {
  const signal = options.signal
    ? AbortSignal.any([request.signal, options.signal])
    : request.signal;
  const converted = formParamsIn(request.table, params);
  const limits = { ...options, signal };
  const answer: JsonObject = await (request.pose
    ? request.pose(
        key,
        converted ? { method, params: converted } : { method },
        limits,
      )
    : request.caller().request(method, converted, limits));
  const issue = formIssue(params, answer);
  if (!issue) return answer;
  const reason = `${method}: ${describeIssue(issue)}`;
  throw new InvalidMessageError(reason, issue.path, { value: answer });
}

/**
 * Returns the params of a form in the format of the revision: revisions have different
 * keywords for titles of choices.
 */
function formParamsIn(
  { facts }: ProtocolTable,
  params?: object,
): object | undefined {
  const { requestedSchema: form }: JsonObject = { ...params };
  return isObject(form) && !facts.includes("form-titles")
    ? { ...params, requestedSchema: toForm(form, facts) }
    : params;
}

/** Questions by key. */
export interface InputRequests {
  readonly [key: string]: InputRequest;
}

/** Marks a result that asks for input. */
export const inputRequiredType = { resultType: "input_required" };

/** Result of a handler that asks for input, in the form of the runtime or of the revision. */
export interface HandlerInputRequest extends JsonObject {
  readonly inputRequests?: InputRequests;
  readonly state?: unknown;
  /** Name of `state` in the revision. */
  readonly requestState?: unknown;
}

/** True if the result of a handler asks for input. */
export function isInputRequired(
  result: unknown,
): result is HandlerInputRequest {
  return (
    isObject(result) && result["resultType"] === inputRequiredType.resultType
  );
}

/** Returns the state in either form. */
export function readState({
  state,
  requestState,
}: HandlerInputRequest): unknown {
  return state ?? requestState;
}

/** Returns the params of a request as if the client had repeated it with the answers. */
export function repeatedParams({
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

/** Returns the params without the fields that a repeated request adds. */
export function withoutInput(params: unknown): JsonObject {
  if (!isObject(params)) return {};
  const { inputResponses, requestState, ...rest } = params;
  return rest;
}
