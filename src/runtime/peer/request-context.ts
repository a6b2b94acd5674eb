import type { CallOptions, UntypedCaller } from "./caller.ts";
import { hasCapability } from "../table/capabilities.ts";
import { requireAskable } from "../table/askable.ts";
import { contextNames } from "./context-names.ts";
import type { Context } from "./context.ts";
import { describeIssue, InvalidMessageError } from "../wire/errors.ts";
import type { Exchange } from "./exchange.ts";
import { formIssue } from "../wire/form-answer.ts";
import type { InputRequest } from "../wire/input-required.ts";
import type { Interception } from "./interceptor.ts";
import type { LogLevel } from "../wire/log-level.ts";
import {
  isRequestId,
  type JsonObject,
  type RequestId,
} from "../wire/message.ts";
import {
  isAskable,
  isStateless,
  type ProtocolTable,
} from "../table/protocol-table.ts";
import type { Sender } from "./outgoing.ts";
import type { Sink } from "./transport.ts";

/** Says that a handler waits for input; it is called again when there is some. */
class InputPending extends Error {
  override readonly name = "InputPending";
}

/** Made once per message: what is costly is made when it is first read. */
export class RequestContext implements Context {
  readonly exchange: Exchange;
  readonly method: string;
  readonly id: RequestId | undefined;
  readonly params: unknown;
  readonly meta: JsonObject;
  /** What the handler asked for in mid-call, and has no answer to yet. */
  asks: Map<string, InputRequest> | undefined;
  /** What hears how the request ends, where somebody wants to know. */
  interception: Interception | undefined;
  inputResponses: JsonObject | undefined;
  state: unknown;
  readonly #sender: Sender;
  readonly #sink: Sink;
  #controller: AbortController | undefined;
  #ended = false;
  #reason: unknown;
  #peer: unknown;
  #progress = -Infinity;
  /** What was asked under each key. */
  #questions: Map<string, string> | undefined;

  constructor(
    sender: Sender,
    exchange: Exchange,
    sink: Sink,
    method: string,
    id: RequestId | undefined,
    params: unknown,
    meta: JsonObject,
  ) {
    this.#sender = sender;
    this.exchange = exchange;
    this.#sink = sink;
    this.method = method;
    this.id = id;
    this.params = params;
    this.meta = meta;
  }

  get table(): ProtocolTable {
    return this.exchange.dialect.table;
  }

  get protocolVersion(): string {
    return this.table.revision;
  }

  get principal(): string | undefined {
    return this.#sink.principal;
  }

  get auth(): unknown {
    return this.#sink.auth;
  }

  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      if (this.cancelled) this.#controller.abort(this.#reason);
    }
    return this.#controller.signal;
  }

  get peer(): unknown {
    return (this.#peer ??= this.#sender.createPeer(this.#caller()));
  }

  get peerInfo(): unknown {
    return this.exchange.peer.info;
  }

  get peerCapabilities(): unknown {
    return this.exchange.peer.capabilities;
  }

  progress(progress: number, total?: number, message?: string): void {
    const { progressToken } = this.meta;
    if (!isRequestId(progressToken) || this.#ended) return;
    // NaN and Infinity have no form in JSON.
    if (!(progress > this.#progress) || progress === Infinity) return;
    this.#progress = progress;
    const params = {
      progressToken,
      progress,
      ...(Number.isFinite(total) && { total }),
      ...(message !== undefined && { message }),
    };
    this.tell("notifications/progress", params);
  }

  log(level: LogLevel, data: unknown, logger?: string): void {
    if (!hasCapability(this.exchange.dialect.capabilities, ["logging"])) return;
    if (this.#ended && isStateless(this)) return;
    const params = {
      level,
      data: data ?? null,
      ...(logger !== undefined && { logger }),
    };
    this.tell("notifications/message", params);
  }

  /**
   * Asks the client in mid-call, once for a key. Where a server can send no
   * request the handler ends here, and runs again when there is an answer.
   */
  ask(
    key: string,
    request: InputRequest,
    options: CallOptions = {},
  ): Promise<unknown> {
    const asked = this.#ask(key, request, options);
    // A handler that fails at one question may never await another.
    asked.catch(() => {});
    return asked;
  }

  async #ask(
    key: string,
    request: InputRequest,
    options: CallOptions,
  ): Promise<unknown> {
    this.#requireOwnKey(key, request);
    const answers = this.inputResponses;
    if (answers && Object.hasOwn(answers, key)) return answers[key];
    requireAskable(this.table, this.peerCapabilities, request);
    if (isStateless(this)) {
      this.asks ??= new Map();
      this.asks.set(key, request);
      throw new InputPending(`${this.method} waits for "${key}"`);
    }
    const answer = await this.askNow(request, options);
    this.inputResponses = { ...this.inputResponses, [key]: answer };
    return answer;
  }

  /** An answer is found by its key, so that two questions need two. */
  #requireOwnKey(key: string, request: InputRequest): void {
    const question = JSON.stringify(request);
    this.#questions ??= new Map();
    if ((this.#questions.get(key) ?? question) !== question)
      throw new TypeError(
        `"${key}" is the key of another question of this call: give each its own`,
      );
    this.#questions.set(key, question);
  }

  /** Sends a request of the server's own; people may take long to answer. */
  async askNow(
    { method, params }: InputRequest,
    options: CallOptions,
  ): Promise<JsonObject> {
    const signal = options.signal
      ? AbortSignal.any([this.signal, options.signal])
      : this.signal;
    const patient = { timeout: Infinity, ...options, signal };
    const caller = this.#caller();
    const answer: JsonObject = await caller.request(method, params, patient);
    const issue = formIssue(params, answer);
    if (!issue) return answer;
    const reason = `${method}: ${describeIssue(issue)}`;
    throw new InvalidMessageError(reason, issue.path);
  }

  #caller(): UntypedCaller {
    return this.#sender.caller(this.#sink, this.exchange);
  }

  /** Sends a notification that belongs to the request, while it is wanted. */
  tell(method: string, params: JsonObject): void {
    if (!this.cancelled)
      this.#sender.tell(this.exchange, this.#sink, method, params);
  }

  /** Whether the peer took the request back, and waits for no answer. */
  get cancelled(): boolean {
    return this.#reason !== undefined;
  }

  cancel(reason: Error): void {
    if (this.#ended || this.cancelled) return;
    this.#reason = reason;
    this.#controller?.abort(reason);
    this.#sink.unanswered?.();
    this.interception?.after({ kind: "cancelled", error: reason });
  }

  closeStream(retryMs?: number): boolean {
    return this.#sink.closeStream?.(retryMs) ?? false;
  }

  /** After its answer a request has no progress. */
  end(): void {
    this.#ended = true;
  }
}

/**
 * The context of a server's handlers: it has a method for each request to a
 * client, also where the client's own revision does not know the request.
 */
export function createContextClass(
  table: ProtocolTable,
): typeof RequestContext {
  class RevisionContext extends RequestContext {}
  for (const [method, entry] of Object.entries(table.requests)) {
    if (!isAskable(entry)) continue;
    const { handler } = entry;
    const name = contextNames.includes(handler) ? `${handler}Request` : handler;
    Object.defineProperty(RevisionContext.prototype, name, {
      value(
        this: RequestContext,
        key: string,
        params?: object,
        options?: CallOptions,
      ) {
        const request = params === undefined ? { method } : { method, params };
        return this.ask(key, request, options);
      },
    });
  }
  return RevisionContext;
}
