import { InvalidMessageError } from "../../../protocol/errors.ts";
import type { RequestId } from "../../../protocol/message.ts";
import { answersCall, refusal } from "../answers.ts";
import { HttpError } from "../http-error.ts";
import type { HttpLink } from "../http-link.ts";
import type { PostAnswer } from "../post.ts";
import { drop } from "../read-body.ts";

/** The revision does not say with which body, or kind of body, a server takes a message. */
export function otherwiseTaken(error: unknown): undefined {
  const isTaken =
    error instanceof InvalidMessageError ||
    (error instanceof HttpError && error.status < 300);
  if (!isTaken) throw error;
}

/** Hears what a server says to a posted call: answers come on the stream, but some servers answer at once. */
export function hearSseAnswer(
  { receiver }: HttpLink,
  id: RequestId,
  posted: PostAnswer,
): void {
  switch (posted.kind) {
    case "accepted":
      return;
    case "json":
      if (answersCall(posted.value)) receiver.message(posted.value);
      return;
    case "events":
      return drop(posted);
    case "refused":
      return receiver.message(refusal(id, posted));
    default:
      return posted satisfies never;
  }
}
