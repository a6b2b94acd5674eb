import {
  acceptLeniently,
  reportNulls,
} from "../protocol/validation/leniency.ts";
import {
  withAbsent,
  withoutNullDefaults,
} from "../protocol/revision/absent.ts";
import type { Call, CallState } from "./call.ts";
import type { Progress } from "../protocol/progress.ts";
import { Deadlines, type Timed } from "../protocol/timers/deadlines.ts";
import { timeLimits, type TimeLimits } from "../protocol/timers/time-limits.ts";
import { cancelled } from "../protocol/timers/wait-for.ts";
import {
  describeIssue,
  InvalidMessageError,
  TimeoutError,
  toError,
  toErrorObject,
  ProtocolError,
} from "../protocol/errors.ts";
import {
  isRequestId,
  type JsonObject,
  type RequestId,
} from "../protocol/message.ts";
import { chooseResult } from "../protocol/revision/choose-result.ts";
import type { RequestEntry } from "../protocol/revision/protocol-table.ts";
import type { Validate } from "../protocol/issue.ts";
import type { Report } from "../protocol/timers/reports.ts";

/** Decides what becomes of a call that has an answer: it ends, or goes on. */
export type Follow = (call: Call, answer: JsonObject | ProtocolError) => void;

/** Where ids come from: connections that follow each other share it. */
export interface Ids {
  /** The last that was given. */
  last: number;
  /** What they begin with, where they are text. */
  readonly of?: string;
}

/** How answers are taken that are not quite what they should be. */
export interface Patience {
  /** The result as it may be meant; undefined where nobody can tell. */
  mend(
    method: string,
    result: JsonObject,
    validate: Validate,
  ): JsonObject | undefined;
  /** A request was given up: its answer may be on its way. */
  gaveUp(id: RequestId, call: Call): void;
  /** An id as this side makes them, where a peer gives it back as text. */
  ownId(id: RequestId): RequestId;
  /** Hears an answer to no request that waits under this id, with the call that waits under its own. */
  astray(
    id: RequestId,
    part: "result" | "error",
    answer: object,
    call: Call | undefined,
  ): void;
}

export interface PendingCallsOptions {
  /** Lets a peer know that nobody waits for the answer to a request. */
  readonly takeBack: (call: Call, id: RequestId, reason: string) => void;
  /** Whether the peer itself waits for this side, and so is not silent. */
  readonly isOwed: () => boolean;
  /** By whose clock the time of calls is over. */
  readonly transport: Timed;
  readonly ids?: Ids | undefined;
  /** What holds for calls that do not say so themselves. */
  readonly limits: TimeLimits;
  /** Without one, an answer is the end of its call. */
  readonly follow?: Follow | undefined;
  readonly patience?: Patience | undefined;
  readonly onError: Report;
}

const over: CallState = { kind: "over" };

/** The calls in progress. Each ends once; ids are never used again. */
export class PendingCalls {
  readonly #options: PendingCallsOptions;
  /** By the id of their last request. */
  readonly #calls = new Map<RequestId, Call>();
  readonly #deadlines: Deadlines<Call>;
  readonly #ids: Ids;

  constructor(options: PendingCallsOptions) {
    this.#options = options;
    this.#deadlines = new Deadlines(
      this.#calls,
      (call) => this.#expire(call),
      options.transport,
    );
    this.#ids = options.ids ?? { last: 0 };
  }

  /** The number of calls in progress. */
  get size(): number {
    return this.#calls.size;
  }

  /** Gives a request of the call its id. Throws a CancelledError when the call is cancelled already, and a TypeError for times that are none. */
  ask(call: Call, entry: RequestEntry): RequestId {
    const { signal } = call.options;
    if (signal?.aborted) throw cancelled(signal);
    const time = this.#deadlines.now();
    if (call.state.kind === "new") {
      const { limits } = this.#options;
      const isOwn = "timeout" in call.options || "totalTimeout" in call.options;
      call.limits = isOwn ? timeLimits(call.options, limits) : limits;
      // What it needed before it could be asked was part of its time.
      call.ends = Math.min(call.ends, time + call.limits.totalTimeout);
    }
    if (signal && !call.onAbort) {
      call.onAbort = () => this.abandon(call, cancelled(signal));
      signal.addEventListener("abort", call.onAbort, { once: true });
    }
    const { of = 0 } = this.#ids;
    // To 0 a number is added, and to text it is appended.
    const id = (of as string) + ++this.#ids.last;
    if (call.state.kind === "preparing") this.#calls.delete(call.state.id);
    this.#calls.set(id, call);
    call.state = { kind: "asking", id, entry };
    call.deadline = Math.min(time + call.limits.timeout, call.ends);
    call.progress = -Infinity;
    this.#deadlines.watch(call.deadline, time);
    return id;
  }

  /**
   * Lets a call wait for what its next request needs: silence does not end it
   * then. The signal aborts when it is over all the same.
   */
  prepare(call: Call): AbortSignal {
    const stop = new AbortController();
    const { state } = call;
    if (state.kind !== "asking") throw new Error("the call has no answer yet");
    const { id } = state;
    call.state = { kind: "preparing", id, stop };
    call.deadline = call.ends;
    if (this.#calls.size === 1) this.#deadlines.stop();
    this.#deadlines.watch(call.deadline);
    return stop.signal;
  }

  /** Leaves an id out. */
  skipId(): void {
    this.#ids.last++;
  }

  /** Answers a request with a result, if it still waits and the result is valid. */
  resolve(id: RequestId, answer: JsonObject): void {
    const call = this.#waiting(id) ?? this.#astray(id, "result", answer);
    if (call?.state.kind !== "asking") return;
    let result: JsonObject;
    try {
      result = readResult(call, call.state.entry, answer, this.#options);
    } catch (error) {
      return this.fail(call, toError(error));
    }
    this.#answered(call, result);
  }

  /** Answers a request with an error of the peer's, if it still waits. */
  refuse(id: RequestId, error: ProtocolError): void {
    const call =
      this.#waiting(id) ?? this.#astray(id, "error", toErrorObject(error));
    if (call) this.#answered(call, error);
  }

  /** A request will have no answer. */
  reject(id: RequestId, error: Error): void {
    const { patience } = this.#options;
    const call =
      this.#waiting(id) ?? (patience && this.#waiting(patience.ownId(id)));
    if (call) this.fail(call, error);
  }

  /** Who goes on with a call that has its answer may do so on another connection. */
  rejectAll(error: Error): void {
    for (const call of [...this.#calls.values()])
      if (!call.isFollowed) this.fail(call, error);
  }

  end(call: Call, result: JsonObject): void {
    if (this.#leave(call)) call.resolve(result);
  }

  fail(call: Call, error: Error): void {
    const { state } = call;
    if (!this.#leave(call)) return;
    if (state.kind === "preparing") state.stop.abort(error);
    call.reject(error);
  }

  /** Silence no longer ends the call. */
  allowSilence(call: Call): void {
    call.deadline = call.ends;
  }

  /** Tells a call's progress, whose token is the request's id; it only rises. */
  progress(token: unknown, progress: Progress): void {
    const call = isRequestId(token) ? this.#calls.get(token) : undefined;
    const isAsking = call?.state.kind === "asking";
    if (!call || !(isAsking || call.isFollowed)) return;
    const { onProgress } = call.options;
    if (!onProgress || !(progress.progress > call.progress)) return;
    call.progress = progress.progress;
    if (isAsking) this.#goOn(call);
    onProgress(progress);
  }

  /** Silence begins anew. */
  #goOn(call: Call): void {
    const silent = this.#deadlines.now() + call.limits.timeout;
    call.deadline = Math.min(silent, call.ends);
  }

  #answered(call: Call, answer: JsonObject | ProtocolError): void {
    const { follow } = this.#options;
    try {
      if (follow) follow(call, answer);
      else if (answer instanceof ProtocolError) this.fail(call, answer);
      else this.end(call, answer);
    } catch (error) {
      this.fail(call, toError(error));
    }
  }

  /** Who waits for this side's own answer is not silent: its time begins again. */
  #expire(call: Call): void {
    if (call.deadline < call.ends && this.#options.isOwed()) this.#goOn(call);
    else this.abandon(call, late(call));
  }

  /** Ends the call without an answer, and lets the peer know. */
  abandon(call: Call, error: Error): void {
    const { id } = call;
    this.fail(call, error);
    if (id === undefined) return;
    const { patience, takeBack } = this.#options;
    patience?.gaveUp(id, call);
    takeBack(call, id, error.message);
  }

  /** Takes a call out, which is over; whether it was not before. */
  #leave(call: Call): boolean {
    const { state } = call;
    if (state.kind === "over") return false;
    call.state = over;
    if (state.kind !== "new") this.#calls.delete(state.id);
    if (call.onAbort)
      call.options.signal?.removeEventListener("abort", call.onAbort);
    // Nothing waits, so nothing has to keep the process alive.
    if (this.#calls.size === 0) this.#deadlines.stop();
    return true;
  }

  /** The call whose request of this id has no answer yet. */
  #waiting(id: RequestId): Call | undefined {
    const call = this.#calls.get(id);
    return call?.state.kind === "asking" ? call : undefined;
  }

  /** The call of an answer whose id is not as this side made it. */
  #astray(
    id: RequestId,
    part: "result" | "error",
    answer: object,
  ): Call | undefined {
    const { patience } = this.#options;
    const call = patience && this.#waiting(patience.ownId(id));
    patience?.astray(id, part, answer, call);
    return call;
  }
}

/** A result that is valid, or can be taken as such. Throws an InvalidMessageError for any other. */
export function readResult(
  { method, params = {} }: Pick<Call, "method" | "params">,
  entry: RequestEntry,
  answer: JsonObject,
  options: Pick<PendingCallsOptions, "patience" | "onError">,
): JsonObject {
  const { patience, onError } = options;
  const type = chooseResult(entry, answer);
  const result = type ? withAbsent(entry, type, answer) : answer;
  const { when, validate } = type ?? {};
  // What the param of its name asks for comes to who asked alone.
  const isStray =
    when && when.value === undefined && !Object.hasOwn(params, when.property);
  const issue = isStray
    ? { path: [when.property], message: "nobody asked for it" }
    : validate?.(result);
  if (type && !issue) return result;
  const plain = withoutNullDefaults(entry, answer);
  if (plain !== answer) {
    const paths = Object.keys(answer).filter((key) => !(key in plain));
    reportNulls(
      method,
      answer,
      paths.map((key) => [key]),
      onError,
    );
    return readResult({ method, params }, entry, plain, options);
  }
  if (validate && !isStray) {
    const repaired = patience
      ? patience.mend(method, result, validate)
      : acceptLeniently(method, result, validate, onError);
    if (repaired) return repaired;
  }
  const reason = issue ? describeIssue(issue) : "no result type matches";
  const path = issue?.path ?? ["resultType"];
  throw new InvalidMessageError(`${method}: ${reason}`, path, {
    value: answer,
  });
}

function late({ method, limits, ends, deadline }: Call): TimeoutError {
  const { timeout, totalTimeout } = limits;
  const limit =
    deadline === ends ? `${totalTimeout} ms in all` : `${timeout} ms`;
  return new TimeoutError(`${method}: no answer within ${limit}`);
}
