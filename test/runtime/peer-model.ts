import type { CallError } from "../../src/runtime/protocol/errors.ts";

/** How a call ended: with a result, or with an error of a kind. */
export type Outcome = "result" | CallError["kind"];

export interface CallSettings {
  readonly timeout: number;
  readonly totalTimeout: number;
  readonly progress: boolean;
}

/** What is known of a call without looking into the peer. */
export interface ModelCall extends CallSettings {
  /** The id of the request that is under way. */
  id: number;
  /** `asked` while the client's handlers are at work. */
  state: "waiting" | "asked" | "ended";
  outcome: Outcome | undefined;
  idle: number;
  readonly total: number;
  lastProgress: number;
  readonly progressed: number[];
}

/** What a peer has to do, said as simply as can be. */
export class Model {
  time = 0;
  open = true;
  readonly calls: ModelCall[] = [];
  /** The ids of requests that the server has to be told nobody waits for. */
  readonly takenBack: number[] = [];
  /** Whether the server waits for the client itself, and so is not silent. */
  isOwed: () => boolean = () => false;

  call(id: number, settings: CallSettings): ModelCall {
    const call: ModelCall = {
      ...settings,
      id,
      state: "waiting",
      outcome: undefined,
      idle: this.time + settings.timeout,
      total: this.time + settings.totalTimeout,
      lastProgress: -Infinity,
      progressed: [],
    };
    this.calls.push(call);
    if (!this.open) this.end(call, "transport");
    return call;
  }

  end(call: ModelCall, outcome: Outcome): void {
    if (call.state === "ended") return;
    call.state = "ended";
    call.outcome = outcome;
  }

  /** An answer from the server. */
  answer(call: ModelCall, outcome: Outcome): void {
    if (call.state === "waiting") this.end(call, outcome);
  }

  /** The caller, or the clock. */
  abandon(call: ModelCall, outcome: Outcome): void {
    if (call.state === "waiting") this.takenBack.push(call.id);
    this.end(call, outcome);
  }

  progress(call: ModelCall, progress: number): void {
    if (call.state !== "waiting" || !call.progress) return;
    if (progress <= call.lastProgress) return;
    call.lastProgress = progress;
    call.idle = this.time + call.timeout;
    call.progressed.push(progress);
  }

  askInput(call: ModelCall): void {
    if (call.state === "waiting") call.state = "asked";
  }

  /** The handlers gave input, and the request was sent again. */
  repeat(call: ModelCall, id: number): void {
    call.state = "waiting";
    call.id = id;
    call.idle = this.time + call.timeout;
    call.lastProgress = -Infinity;
  }

  /** Whether a call is over for its time. */
  isLate({ state, idle, total }: ModelCall): boolean {
    if (state === "ended") return false;
    return total <= this.time || (state === "waiting" && idle <= this.time);
  }

  advance(milliseconds: number): void {
    // Step by step, so that each call is over at its own time.
    for (let step = 0; step < milliseconds; step++) {
      this.time++;
      for (const call of this.calls) {
        if (!this.isLate(call)) continue;
        if (call.total > this.time && this.isOwed())
          call.idle = this.time + call.timeout;
        else this.abandon(call, "timeout");
      }
    }
  }

  close(): void {
    this.open = false;
    for (const call of this.calls) this.end(call, "transport");
  }
}
