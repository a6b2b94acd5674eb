import { withAbsent } from "../table/absent.ts";
import type { CallOptions } from "./caller.ts";
import { Deadlines, now } from "../time/deadlines.ts";
import {
  CancelledError,
  describeIssue,
  InvalidMessageError,
  TimeoutError,
  toError,
  type ProtocolError,
} from "../wire/errors.ts";
import type { Exchange } from "./exchange.ts";
import {
  isRequestId,
  type JsonObject,
  type RequestId,
} from "../wire/message.ts";
import type { Progress } from "../wire/progress.ts";
import { chooseResult, type RequestEntry } from "../table/protocol-table.ts";
import type { Sink } from "./transport.ts";

/** How long a call waits in silence by default, in milliseconds. */
export const defaultTimeout = 60_000;

export interface SentOptions extends CallOptions {
  /** Hears the request's id before it is sent. */
  readonly onId?: (id: RequestId) => void;
  /** When a call of several requests is over, on the clock of `now`. */
  readonly ends?: number;
  /** How many requests of the same call were answered by asking for input. */
  readonly round?: number;
  /** Whether the same request was refused before. */
  readonly repeated?: boolean;
}

export interface NewCall {
  readonly method: string;
  readonly entry: RequestEntry;
  readonly params: JsonObject | undefined;
  readonly options: SentOptions;
  readonly exchange: Exchange;
  /** Where the peer is told that nobody waits any more; absent when it was not asked. */
  readonly sink?: Sink;
}

/** A call that waits for its answer. */
export interface Call {
  readonly id: RequestId;
  readonly asked: NewCall;
  /** When the whole call is over. */
  readonly ends: number;
  /** When it is over for silence, or for good. */
  deadline: number;
  progress: number;
  onAbort: (() => void) | undefined;
  readonly resolve: Resolve;
  readonly reject: (error: Error) => void;
}

type Resolve = (result: JsonObject | Promise<JsonObject>) => void;

/** What goes on after an answer that is not the last word; undefined where it is. */
export type Follow = (
  call: Call,
  answer: JsonObject | ProtocolError,
) => Promise<JsonObject> | undefined;

/** Where ids come from: connections that follow each other share it. */
export interface Ids {
  last: number;
}

/** The calls that wait for an answer. Each ends once; ids are never used again. */
export class Calls {
  readonly #pending = new Map<RequestId, Call>();
  readonly #deadlines = new Deadlines<Call>(
    () => this.#pending.values(),
    (call) => this.#expire(call),
  );
  readonly #tell: (call: Call, reason: string) => void;
  readonly #isOwed: () => boolean;
  readonly #ids: Ids;
  readonly #follow: Follow | undefined;

  /**
   * `tell` lets a peer know that nobody waits for its answer; `isOwed` says
   * whether the peer itself waits for this side, and so is not silent.
   */
  constructor(
    tell: (call: Call, reason: string) => void,
    isOwed: () => boolean,
    ids: Ids = { last: 0 },
    follow?: Follow,
  ) {
    this.#tell = tell;
    this.#isOwed = isOwed;
    this.#ids = ids;
    this.#follow = follow;
  }

  /** The number of calls without an answer. */
  get size(): number {
    return this.#pending.size;
  }

  /** Lets a call wait. Throws a CancelledError when it is cancelled already. */
  open(
    asked: NewCall,
    resolve: Resolve,
    reject: (error: Error) => void,
  ): RequestId {
    const { signal, timeout, totalTimeout, ends: end } = asked.options;
    if (signal?.aborted) throw cancelled(signal);
    const id = ++this.#ids.last;
    const time = now();
    const ends = end ?? time + (totalTimeout ?? Infinity);
    const deadline = Math.min(time + (timeout ?? defaultTimeout), ends);
    const call: Call = {
      id,
      asked,
      ends,
      deadline,
      progress: -Infinity,
      onAbort: undefined,
      resolve,
      reject,
    };
    if (signal) {
      call.onAbort = () => this.#abandon(call, cancelled(signal));
      signal.addEventListener("abort", call.onAbort, { once: true });
    }
    this.#pending.set(id, call);
    this.#deadlines.watch(deadline);
    return id;
  }

  /** Answers the call with a result, if it still waits and the result is valid. */
  resolve(id: RequestId, answer: JsonObject): void {
    const call = this.take(id);
    if (!call) return;
    const { entry, method } = call.asked;
    const type = chooseResult(entry, answer);
    const result = type ? withAbsent(entry, type, answer) : answer;
    const issue = type?.validate(result);
    if (type && !issue) return call.resolve(this.#next(call, result) ?? result);
    const reason = issue ? describeIssue(issue) : "no result type matches";
    const path = issue?.path ?? ["resultType"];
    call.reject(new InvalidMessageError(`${method}: ${reason}`, path));
  }

  /** Answers the call with an error of the peer's, if it still waits. */
  refuse(id: RequestId, error: ProtocolError): void {
    const call = this.take(id);
    const next = call && this.#next(call, error);
    if (next) call.resolve(next);
    else call?.reject(error);
  }

  /** The call is taken out by now: what throws would leave it without an end. */
  #next(
    call: Call,
    answer: JsonObject | ProtocolError,
  ): Promise<JsonObject> | undefined {
    try {
      return this.#follow?.(call, answer);
    } catch (error) {
      return Promise.reject(toError(error));
    }
  }

  reject(id: RequestId, error: Error): void {
    this.take(id)?.reject(error);
  }

  rejectAll(error: Error): void {
    for (const id of [...this.#pending.keys()]) this.reject(id, error);
  }

  /** Takes a call out, which then waits no more; undefined when it has ended. */
  take(id: RequestId): Call | undefined {
    const call = this.#pending.get(id);
    if (!call) return undefined;
    this.#pending.delete(id);
    if (call.onAbort)
      call.asked.options.signal?.removeEventListener("abort", call.onAbort);
    // Nothing waits, so nothing has to keep the process alive.
    if (this.#pending.size === 0) this.#deadlines.stop();
    return call;
  }

  /** Silence no longer ends the call. */
  allowSilence(id: RequestId): void {
    const call = this.#pending.get(id);
    if (call) call.deadline = call.ends;
  }

  /** Tells a call's progress, whose token is the call's id; it only rises. */
  progress(token: unknown, progress: Progress): void {
    const call = isRequestId(token) ? this.#pending.get(token) : undefined;
    if (!call || !(progress.progress > call.progress)) return;
    const { timeout = defaultTimeout, onProgress } = call.asked.options;
    if (!onProgress) return;
    call.progress = progress.progress;
    call.deadline = Math.min(now() + timeout, call.ends);
    onProgress(progress);
  }

  /** Who waits for this side's own answer is not silent: its time begins again. */
  #expire(call: Call): void {
    const { timeout = defaultTimeout } = call.asked.options;
    if (call.deadline < call.ends && this.#isOwed())
      call.deadline = Math.min(now() + timeout, call.ends);
    else this.#abandon(call, late(call));
  }

  /** Ends the call without an answer, and lets the peer know. */
  #abandon(call: Call, error: Error): void {
    if (!this.take(call.id)) return;
    call.reject(error);
    this.#tell(call, error.message);
  }
}

function late({ asked, ends, deadline }: Call): TimeoutError {
  const { timeout = defaultTimeout, totalTimeout } = asked.options;
  const limit =
    deadline === ends ? `${totalTimeout} ms in all` : `${timeout} ms`;
  return new TimeoutError(`${asked.method}: no answer within ${limit}`);
}

/** Why a signal ended a call. */
export function cancelled(signal: AbortSignal): CancelledError {
  const reason: unknown = signal.reason;
  return new CancelledError(
    reason instanceof Error ? reason.message : String(reason ?? "cancelled"),
    { cause: reason },
  );
}
