import type { Challenge } from "../../protocol/scopes/permit.ts";
import { INTERNAL_ERROR, INVALID_REQUEST } from "../../protocol/errors.ts";
import type { HttpHeaders, HttpResponse } from "../shared/request-response.ts";
import { idOfCall, type Posted } from "./posted.ts";
import { refuse, type Refusal } from "./refusal.ts";
import { replyError } from "./replies.ts";
import type { ProtocolTable } from "../../protocol/revision/protocol-table.ts";
import { spokenHere } from "../../protocol/revision/unsupported.ts";
import { versionHeader } from "./gate/era.ts";
import type { Visit } from "./visit.ts";

/** Goes with what a client may try again. */
export const retryLater: HttpHeaders = { "retry-after": "1" };

/** Refuses a request: one that was posted, under the id that it has. */
export function sendRefusal(
  response: HttpResponse,
  status: number,
  message: string,
  posted?: Posted,
  more?: HttpHeaders,
): void {
  const id = posted && idOfCall(posted);
  const isBusy = status === 429 || status === 503;
  const code = isBusy ? INTERNAL_ERROR : INVALID_REQUEST;
  const headers = isBusy ? retryLater : more;
  replyError(response, { status, code, message, id, headers });
}

const challengeReasons: Readonly<Record<Challenge["status"], string>> = {
  400: "Bad Request",
  401: "Unauthorized",
  403: "Forbidden",
};

/** What a challenge refuses a request with. */
export function challenged({ status, challenge, headers }: Challenge): Refusal {
  return refuse(status, challengeReasons[status], {
    "www-authenticate": challenge,
    ...headers,
  });
}

/** Refuses a revision that the header names, and the server does not speak. */
export function refuseRevision(
  visit: Visit,
  spoken: readonly ProtocolTable[],
  posted: Posted,
): void {
  const named = visit.header(versionHeader) ?? "";
  const reason = `Unsupported protocol version: ${spokenHere(spoken, named)}`;
  sendRefusal(visit, 400, reason, posted);
}

/** Refuses a client that comes back for events that it can not have. */
export function refuseCursor(response: HttpResponse): void {
  const message = "The last event is unknown, or later ones are forgotten";
  sendRefusal(response, 400, message);
}

/** Refuses one more stream. */
export function refuseStream(
  response: HttpResponse,
  status: 429 | 503 = 503,
): void {
  sendRefusal(response, status, "Too many streams");
}
