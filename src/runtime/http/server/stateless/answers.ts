import { INTERNAL_ERROR, TransportError } from "../../../protocol/errors.ts";
import type { ProtocolTable } from "../../../protocol/revision/protocol-table.ts";
import type { Answering, AnswerPolicy } from "../answer/policy.ts";
import { idOfCall } from "../posted.ts";
import { retryLater } from "../refusals.ts";
import { replyError } from "../replies.ts";
import type { HttpServices } from "../services.ts";
import { statusOfError } from "./status.ts";

/**
 * Nothing is kept, and a client that is gone has cancelled its request.
 *
 * @see {@link https://modelcontextprotocol.io/specification/draft/basic/transports/streamable-http#receiving-messages | Receiving messages}
 */
export function statelessAnswers(
  services: HttpServices,
  table: ProtocolTable,
  gone: (answer: Answering, reason: Error) => void,
): AnswerPolicy {
  return {
    services,
    exclusive: true,
    events: undefined,
    primes: false,
    beginsStream: "after a while",
    comments: "at each beat",
    canAnswer: true,
    status: (message) =>
      "error" in message ? statusOfError(table, message.error.code) : 200,
    unanswered(visit, posted) {
      replyError(visit, {
        status: 503,
        code: INTERNAL_ERROR,
        message: "The server is closing",
        id: idOfCall(posted),
        table,
        headers: retryLater,
      });
    },
    unheard() {
      throw new TransportError("too many streams are open");
    },
    late() {
      throw new TransportError("the client waits no more");
    },
    gone,
    streamed() {},
    over() {},
  };
}
