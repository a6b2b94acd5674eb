import type { Sink, Transport } from "../../../peer/transport.ts";
import type { Visit } from "../visit.ts";

/** Answers go where all messages go: on the stream, and not back to the POST. */
export function sseAnswers(link: Transport, { principal, auth }: Visit): Sink {
  const send: Sink["send"] = (message) => link.send(message);
  return { send, principal, auth };
}
