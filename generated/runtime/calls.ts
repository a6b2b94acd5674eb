// The runtime of mcp-gen 0.1.0.

import type { CallOptions, Progress } from "./caller.js";
import {
  CancelledError,
  describeIssue,
  InvalidMessageError,
  TimeoutError,
  toError,
} from "./errors.js";
import { isRequestId, type JsonObject, type RequestId } from "./message.js";
import { chooseResult, type RequestEntry } from "./protocol-table.js";

const defaultTimeout = 60_000;

interface Call {
  readonly method: string;
  readonly entry: RequestEntry;
  readonly onProgress: ((progress: Progress) => void) | undefined;
  /** Starts the time-out of silence again. */
  readonly touch: () => void;
  readonly resolve: (result: JsonObject) => void;
  readonly reject: (error: Error) => void;
}

export interface NewCall {
  readonly method: string;
  readonly entry: RequestEntry;
  readonly options: CallOptions;
  send(id: RequestId): void;
  /** Tells the peer that nobody waits for the answer any more. */
  cancel(id: RequestId, reason: string): void;
}

/** The calls that wait for an answer. Each ends once; ids are never used again. */
export class Calls {
  readonly #pending = new Map<RequestId, Call>();
  #lastId = 0;

  start(call: NewCall): Promise<JsonObject> {
    const { options } = call;
    if (options.signal?.aborted)
      return Promise.reject(cancelled(options.signal));
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      const stop = this.#watch(id, call);
      this.#pending.set(id, {
        method: call.method,
        entry: call.entry,
        onProgress: options.onProgress,
        touch: stop.touch,
        resolve: (result) => (stop.all(), resolve(result)),
        reject: (error) => (stop.all(), reject(error)),
      });
      try {
        call.send(id);
      } catch (error) {
        this.#take(id)?.reject(toError(error));
      }
    });
  }

  /** Answers the call with a result, if it still waits and the result is valid. */
  resolve(id: RequestId, result: JsonObject): void {
    const call = this.#take(id);
    if (!call) return;
    const type = chooseResult(call.entry, result);
    const issue = type?.validate(result);
    if (type && !issue) return call.resolve(result);
    const reason = issue ? describeIssue(issue) : "no result type matches";
    call.reject(
      new InvalidMessageError(`${call.method}: ${reason}`, issue?.path),
    );
  }

  reject(id: RequestId, error: Error): void {
    this.#take(id)?.reject(error);
  }

  rejectAll(error: Error): void {
    for (const id of [...this.#pending.keys()]) this.reject(id, error);
  }

  /** Tells a call's progress, whose token is the call's id. */
  progress(token: unknown, progress: Progress): void {
    const call = isRequestId(token) ? this.#pending.get(token) : undefined;
    if (!call) return;
    call.touch();
    call.onProgress?.(progress);
  }

  #take(id: RequestId): Call | undefined {
    const call = this.#pending.get(id);
    this.#pending.delete(id);
    return call;
  }

  /** Ends the call on silence, on the total time, and on the caller's signal. */
  #watch(id: RequestId, call: NewCall): { touch(): void; all(): void } {
    const { signal, timeout = defaultTimeout, totalTimeout } = call.options;
    const abandon = (error: Error): void => {
      const waiting = this.#take(id);
      if (!waiting) return;
      waiting.reject(error);
      call.cancel(id, error.message);
    };
    const silence = startTimer(timeout, () =>
      abandon(late(call.method, timeout)),
    );
    const total = startTimer(totalTimeout, () =>
      abandon(late(call.method, totalTimeout)),
    );
    const onAbort = (): void => abandon(cancelled(signal));
    signal?.addEventListener("abort", onAbort, { once: true });
    return {
      touch: silence.restart,
      all(): void {
        silence.stop();
        total.stop();
        signal?.removeEventListener("abort", onAbort);
      },
    };
  }
}

interface Timer {
  restart(): void;
  stop(): void;
}

function startTimer(delay: number | undefined, run: () => void): Timer {
  if (delay === undefined || delay === Infinity) {
    return { restart() {}, stop() {} };
  }
  let handle = setTimeout(run, delay);
  const stop = (): void => clearTimeout(handle);
  return {
    stop,
    restart(): void {
      stop();
      handle = setTimeout(run, delay);
    },
  };
}

function late(method: string, delay: number | undefined): TimeoutError {
  return new TimeoutError(`${method}: no answer within ${delay} ms`);
}

function cancelled(signal: AbortSignal | undefined): CancelledError {
  const reason: unknown = signal?.reason;
  return new CancelledError(
    reason instanceof Error ? reason.message : String(reason ?? "cancelled"),
    { cause: reason },
  );
}
