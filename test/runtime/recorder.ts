import type {
  CallOutcome,
  InterceptedCall,
  Interceptor,
} from "../../src/runtime/peer/interceptor.ts";

export interface Seen {
  readonly call: InterceptedCall;
  readonly outcome: CallOutcome;
}

/** An interceptor that keeps what it hears. */
export function recorder(): Interceptor & { seen: Seen[]; kinds(): string[] } {
  const seen: Seen[] = [];
  return {
    seen,
    kinds: () =>
      seen.map(({ call, outcome }) => `${call.method} ${outcome.kind}`),
    after: (call, outcome) => void seen.push({ call, outcome }),
  };
}
