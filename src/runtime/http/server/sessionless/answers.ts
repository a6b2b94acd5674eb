import { TransportError } from "../../../protocol/errors.ts";
import type { AnswerPolicy } from "../answer/policy.ts";
import type { HttpServices } from "../services.ts";
import { handshakeAnswers, requireNotice } from "../sessions/answers.ts";

/** Nothing is kept, and nobody comes back; a lone POST is over with its answer. */
export function sessionlessAnswers(
  services: HttpServices,
  over: () => void,
): AnswerPolicy {
  const isStream = services.options.responses === "stream";
  return {
    ...handshakeAnswers,
    services,
    events: undefined,
    primes: false,
    beginsStream: isStream ? "at once" : "after a while",
    canAnswer: false,
    unheard: requireNotice,
    late(message) {
      if ("method" in message) throw new TransportError("there is no session");
    },
    streamed() {},
    over,
  };
}
