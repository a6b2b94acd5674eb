import {
  progressGap,
  type Sink,
  type Transport,
} from "../../../peer/transport.ts";
import { holding } from "../kept/holding.ts";
import type { Posted } from "../posted.ts";
import type { HttpServices } from "../services.ts";
import type { Visit } from "../visit.ts";

/** Answers go where all messages go: on the stream, and not back to the POST. */
export function sseAnswers(
  services: HttpServices,
  link: Transport,
  visit: Visit,
  { value }: Posted,
): Sink {
  const send: Sink["send"] = (message) => link.send(message);
  return { ...holding(services, visit, value), progressGap, send };
}
