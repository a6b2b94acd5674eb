import { INVALID_REQUEST, TransportError } from "../../../protocol/errors.ts";
import type { EventStream } from "../answer/event-stream.ts";
import { eventHeaders } from "../answer/event-text.ts";
import type { Answering, AnswerPolicy, Sent } from "../answer/policy.ts";
import type { SessionEvents } from "../events/session-events.ts";
import { isInitialize, type Posted } from "../posted.ts";
import type { HttpServices } from "../services.ts";

/** What the answers of a session are part of. */
export interface AnswersOwner {
  readonly events: SessionEvents | undefined;
  readonly primes: boolean;
  send(message: Sent): void;
  streamed(stream: EventStream): void;
  over(answer: Answering, stream: EventStream | undefined): void;
}

/** Where clients shake hands: who is gone has not cancelled what it asked. */
export const handshakeAnswers: Pick<
  AnswerPolicy,
  "exclusive" | "comments" | "status" | "gone" | "unanswered"
> = {
  exclusive: false,
  comments: "in silence",
  status: statusOf,
  gone: undefined,
  unanswered: (visit) => visit.reply(200, eventHeaders, ""),
};

/** A session keeps events, once it is open, and its client can come back for them. */
export function sessionAnswers(
  services: HttpServices,
  session: AnswersOwner,
): AnswerPolicy {
  const isStream = services.options.responses === "stream";
  return {
    ...handshakeAnswers,
    services,
    canAnswer: true,
    get events() {
      return session.events;
    },
    get primes() {
      return session.primes;
    },
    get beginsStream() {
      return isStream || session.primes ? "at once" : "after a while";
    },
    unheard: requireNotice,
    // What a handler sends behind its answer belongs to no call.
    late: (message) => {
      if ("method" in message) session.send(message);
    },
    streamed: (stream) => session.streamed(stream),
    over: (answer, stream) => session.over(answer, stream),
  };
}

/** Throws a TransportError for a request that cannot reach the client. */
export function requireNotice(message: Sent): void {
  if ("id" in message) throw new TransportError("the client cannot be reached");
}

/** What is no request, or comes at the wrong time, is the fault of its POST; other errors are answers. */
function statusOf(message: Sent, posted: Posted): 200 | 400 {
  const code = "error" in message ? message.error.code : undefined;
  if (code !== INVALID_REQUEST) return 200;
  const isFault =
    posted.kind === "batch" ||
    posted.received.kind === "invalid" ||
    isInitialize(posted);
  return isFault ? 400 : 200;
}
