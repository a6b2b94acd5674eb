import type { CallOptions, UntypedCaller } from "./caller.ts";
import type { Context, Session } from "./context.ts";
import type { Identity } from "./identity.ts";
import type { InputRequest } from "../protocol/input-required.ts";
import type { JsonObject, RequestId } from "../protocol/message.ts";
import type { ProtocolTable } from "../protocol/revision/protocol-table.ts";
import type { CreateContext, Doing, Pose, RequestRecord } from "./record.ts";
import { METHOD_NOT_FOUND, ProtocolError } from "../protocol/errors.ts";
import type { SentChecks } from "../protocol/revision/sent.ts";
import type { Report } from "../protocol/timers/reports.ts";
import type { Sink } from "./transport.ts";
import { viewerOf } from "../protocol/viewer.ts";

/** What runs of a handler leave behind. */
type Runs = Pick<
  RequestRecord,
  "asks" | "inputResponses" | "state" | "done" | "hasRun" | "doing"
>;

/**
 * The record of a request whose handler may go on after the answer. Until it is let
 * go, everything is the request's own. After that nobody waits for it: it has a
 * signal of its own, asks by what `letGo` was given, calls nobody, and tells
 * nothing.
 */
export class DetachedRequest implements RequestRecord {
  readonly #request: RequestRecord;
  readonly #additions: object;
  #runs: Runs;
  #pose: Pose | undefined;
  #reason: Error | undefined;
  #controller: AbortController | undefined;
  #context: Context | undefined;
  #peer: unknown;
  #sink: Sink | undefined;

  /** The additions are put on the context that its handler sees. */
  constructor(request: RequestRecord, additions: object = {}) {
    this.#request = request;
    this.#additions = additions;
    this.#runs = request;
  }

  /** The request is answered, and the handler goes on: it asks by the function. */
  letGo(pose: Pose): void {
    const { inputResponses, state, done, hasRun, doing, sink } = this.#request;
    this.#runs = {
      asks: undefined,
      inputResponses,
      state,
      done,
      hasRun,
      doing,
    };
    // What the answer went to is not kept.
    this.#sink = { viewer: viewerOf(sink), send: drop };
    this.#pose = pose;
  }

  /**
   * Keeps nothing of what the answer went to, if that is out: such as the visit that it
   * was posted by, with all its headers, or who saw it pass.
   */
  forget(): void {
    const request = this.#request;
    if (!this.#sink || !request.ended) return;
    request.sink = this.#sink;
    request.interception = undefined;
  }

  /** Aborts the handler's signal, and says why. */
  cancel(reason: Error): void {
    if (this.cancelled) return;
    this.#reason = reason;
    this.#controller?.abort(reason);
  }

  /** How the handler asks, once it is let go. */
  get pose(): Pose | undefined {
    return this.#pose;
  }

  get method(): string {
    return this.#request.method;
  }

  get id(): RequestId | undefined {
    return this.#request.id;
  }

  get params(): unknown {
    return this.#request.params;
  }

  get meta(): JsonObject {
    return this.#request.meta;
  }

  get table(): ProtocolTable {
    return this.#request.table;
  }

  get identity(): Identity {
    return this.#request.identity;
  }

  get capabilities(): JsonObject {
    return this.#request.capabilities;
  }

  get sent(): SentChecks | undefined {
    return this.#request.sent;
  }

  get peerInfo(): unknown {
    return this.#request.peerInfo;
  }

  get peerCapabilities(): unknown {
    return this.#request.peerCapabilities;
  }

  get session(): Session | undefined {
    return this.#request.session;
  }

  get sink(): Sink {
    return this.#sink ?? this.#request.sink;
  }

  set sink(sink) {
    this.#sink = sink;
  }

  get createContext(): CreateContext {
    return this.#request.createContext;
  }

  get context(): Context {
    return (this.#context ??= Object.defineProperties(
      this.createContext(this),
      Object.getOwnPropertyDescriptors(this.#additions),
    ));
  }

  /** Also what was read before it is let go aborts afterwards. */
  get signal(): AbortSignal {
    if (!this.#controller) {
      const controller = new AbortController();
      this.#controller = controller;
      if (this.#reason) controller.abort(this.#reason);
      else if (!this.#pose) this.#followSignal(controller);
    }
    return this.#controller.signal;
  }

  get cancelled(): boolean {
    return (
      this.#reason !== undefined || (!this.#pose && this.#request.cancelled)
    );
  }

  isEcho(error: unknown): boolean {
    if (!this.#pose) return this.#request.isEcho(error);
    const reason = this.#reason;
    if (reason === undefined || !(error instanceof Error)) return false;
    return [error, error.cause].includes(reason) || error.name === "AbortError";
  }

  get ended(): boolean {
    return this.#pose !== undefined || this.#request.ended;
  }

  get peer(): unknown {
    return (this.#peer ??= this.createPeer(this.caller()));
  }

  createPeer(caller: UntypedCaller): unknown {
    return this.#request.createPeer(caller);
  }

  get asks(): Map<string, InputRequest> | undefined {
    return this.#runs.asks;
  }

  set asks(asks) {
    this.#runs.asks = asks;
  }

  get inputResponses(): JsonObject | undefined {
    return this.#runs.inputResponses;
  }

  set inputResponses(answers) {
    this.#runs.inputResponses = answers;
  }

  get state(): unknown {
    return this.#runs.state;
  }

  set state(state) {
    this.#runs.state = state;
  }

  get done(): Map<string, string> | undefined {
    return this.#runs.done;
  }

  set done(done) {
    this.#runs.done = done;
  }

  get hasRun(): boolean {
    return this.#runs.hasRun;
  }

  set hasRun(hasRun) {
    this.#runs.hasRun = hasRun;
  }

  get doing(): Map<string, Doing> | undefined {
    return this.#runs.doing;
  }

  set doing(doing) {
    this.#runs.doing = doing;
  }

  complete(result: unknown): JsonObject {
    return this.#request.complete(result);
  }

  refusal(error: unknown): unknown {
    return this.#request.refusal(error);
  }

  caller(): UntypedCaller {
    const inner = this.#request.caller();
    return {
      report: inner.report,
      request: async (method, params, options?: CallOptions) => {
        this.#requireCall(method);
        return inner.request(method, params, options);
      },
      notify: async (method, params) => {
        this.#requireCall(method);
        return inner.notify(method, params);
      },
    };
  }

  get notices(): RequestRecord["notices"] {
    return this.#pose ? silent : this.#request.notices;
  }

  wantsLog(level: unknown): boolean {
    return !this.#pose && this.#request.wantsLog(level);
  }

  get report(): Report {
    return this.#request.report;
  }

  tell(method: string, params: JsonObject): void {
    if (!this.#pose) this.#request.tell(method, params);
  }

  tellLater(method: string, params: JsonObject): void {
    this.#request.tellLater(method, params);
  }

  #followSignal(controller: AbortController): void {
    const { signal } = this.#request;
    const follow = (): void => {
      if (!this.#pose) controller.abort(signal.reason);
    };
    if (signal.aborted) follow();
    else signal.addEventListener("abort", follow, { once: true });
  }

  #requireCall(method: string): void {
    if (this.#pose)
      throw new ProtocolError(
        METHOD_NOT_FOUND,
        `${method} is not sent: ${this.method} is answered already, and its client is asked by the context alone, as by context.ask`,
      );
  }
}

function drop(): void {}

const silent: RequestRecord["notices"] = {
  hasProgress: false,
  progress() {},
  log() {},
  flush() {},
};
