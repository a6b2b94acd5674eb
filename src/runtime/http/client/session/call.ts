import {
  InvalidMessageError,
  toError,
  TransportError,
} from "../../../protocol/errors.ts";
import type { JsonObject } from "../../../protocol/message.ts";
import { answerTo, answersCall, refusal, withId } from "../answers.ts";
import type { Flight } from "../flight.ts";
import type { HttpLink } from "../http-link.ts";
import type { OpenedSession } from "./session.ts";
import type { PostAnswer, Refused } from "../post.ts";
import { followStream } from "../follow-stream.ts";

/** A call in a session. */
export interface SessionCall {
  readonly link: HttpLink;
  readonly opened: OpenedSession;
  readonly flight: Flight;
  /** Takes what came with the answer: the answer itself, or a batch that has it. */
  take(value: unknown, answer: JsonObject): void;
  /** Whether an answer to another call is waited for. */
  expects(id: unknown): boolean;
}

/**
 * Hears what a server says to a posted call until its answer came. Rejects with
 * a TransportError when there is none to come.
 */
export async function hearSessionAnswer(
  call: SessionCall,
  posted: PostAnswer,
): Promise<void> {
  switch (posted.kind) {
    case "json":
      if (!hear(call, posted.value)) throw unanswered();
      return;
    case "events":
      return listen(call, posted.body);
    case "accepted":
      throw unanswered();
    case "refused":
      return refused(call, posted);
    default:
      return posted satisfies never;
  }
}

async function listen(
  call: SessionCall,
  body: ReadableStream<Uint8Array>,
): Promise<void> {
  const { link, opened, flight } = call;
  opened.flights.add(flight);
  // The session may have ended while its answer was on its way.
  if (opened.over.aborted) flight.cut();
  try {
    await followStream(
      {
        link,
        signal: flight.signal,
        headers: () => opened.headers(link.table),
        hear: (value) => hear(call, value),
        isOver: () => flight.isOver && !opened.over.aborted,
      },
      body,
    );
  } catch (error) {
    const cause = toError(error);
    if (!opened.over.aborted) throw cause;
    throw new TransportError("the session ended before the answer came", {
      cause,
    });
  } finally {
    opened.flights.delete(flight);
  }
}

/** Passes on what came for a call; whether its answer is among it. */
function hear(call: SessionCall, value: unknown): boolean {
  const { link, opened, flight } = call;
  const named = withId(flight.id, value);
  const batches = link.table?.batches ?? false;
  const answer = answerTo(flight.id, named, batches);
  if (answer) takeAnswer(call, named, answer);
  else if (answersCall(named) && !call.expects(named["id"])) stray(link, named);
  else opened.hear(named);
  return answer !== undefined;
}

/** An answer in a batch that is refused as a whole is none: no other is to come. */
function takeAnswer(
  call: SessionCall,
  value: unknown,
  answer: JsonObject,
): void {
  const { link, flight } = call;
  call.take(value, answer);
  if (!Array.isArray(value)) return;
  const reason = "the answer came in a batch that was refused";
  const error = new InvalidMessageError(reason, [], { value });
  // A call that has its answer hears nothing of it.
  link.receiver.failed?.(flight.id, error);
}

function stray({ receiver }: HttpLink, value: unknown): void {
  const reason = "an answer came to a call that nobody made";
  const error = new InvalidMessageError(reason, ["id"], { value });
  receiver.failed?.(undefined, error);
}

function refused({ opened, flight, take }: SessionCall, posted: Refused): void {
  if (isGone(opened, posted)) throw posted.error;
  const answer = refusal(flight.id, posted);
  take(answer, answer);
}

/** How a server says that it does not know the session. */
export function isGone(
  { id }: OpenedSession,
  posted: PostAnswer | undefined,
): boolean {
  return (
    id !== undefined && posted?.kind === "refused" && posted.status === 404
  );
}

function unanswered(): TransportError {
  return new TransportError("the server ended without an answer");
}
