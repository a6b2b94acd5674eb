import { parseEventId } from "../../http/server/answer/sse-format.ts";
import {
  refusalOfChallenge,
  sendUnknownEvent,
  sendTooManyStreams,
  sendRefusal,
} from "../../http/server/replies.ts";
import type { HttpExchange } from "../../http/server/exchange.ts";
import type { StreamReader } from "../stream-store.ts";
import { StreamFollow, type FollowOptions } from "./stream/stream-follow.ts";
import type { Process } from "./process.ts";
import type { Replica } from "./session/replica.ts";
import { ownStreamOf, writerOf } from "./stream/stream-name.ts";

/** Opens the session's own stream for messages outside calls, or resumes any stream. */
export function getStream(
  process: Process,
  replica: Replica,
  visit: HttpExchange,
): void {
  const last = visit.header("last-event-id");
  const own = ownStreamOf(replica.streams);
  if (last === undefined) return followOwn(process, replica, visit, undefined);
  const cursor = parseEventId(last);
  if (!replica.resumes || !cursor) return sendUnknownEvent(visit);
  const { stream, sequence } = cursor;
  if (stream === own) return followOwn(process, replica, visit, sequence);
  const writer = writerOf(replica.streams, stream);
  if (writer === undefined) return sendUnknownEvent(visit);
  const call = replica.streamedCall(stream);
  if (!call?.stream)
    return follow(process, {
      replica,
      visit,
      name: stream,
      after: sequence,
      writer,
    });
  const refuse = refusalOf(visit, call.stream.needs);
  if (refuse) return refuse(visit);
  if (call.isReadElsewhere) {
    call.isReadElsewhere = false;
    process.shared.report(takeBack(process, replica, stream));
  }
  call.stream.resume(visit, sequence, () => sendUnknownEvent(visit));
}

type Following = Pick<
  FollowOptions,
  "replica" | "visit" | "name" | "after" | "writer"
>;

function followOwn(
  process: Process,
  replica: Replica,
  visit: HttpExchange,
  after: number | undefined,
): void {
  const { maxStreams } = process.sessionOptions;
  const name = ownStreamOf(replica.streams);
  if (process.follows.of(name).length >= maxStreams)
    return sendTooManyStreams(visit, 429);
  follow(process, { replica, visit, name, after, writer: undefined });
}

function follow(process: Process, following: Following): void {
  const { shared, follows } = process;
  const { visit, name, writer } = following;
  const one: StreamFollow = new StreamFollow({
    ...following,
    shared,
    refusal(state) {
      const refuse = refusalOf(visit, state.needs);
      // The writing process may still hold a connection that the client has left.
      if (!refuse && writer !== undefined && writer !== shared.name)
        shared.whisper(
          { kind: "moved", stream: name, reader: one.reader },
          writer,
        );
      return refuse;
    },
    onEnd: (ended) => follows.remove(ended),
  });
  follows.add(one);
}

/** Rejects a client whose scopes no longer suffice for the call. */
function refusalOf(
  { viewer }: HttpExchange,
  needs: readonly string[],
): ((visit: HttpExchange) => void) | undefined {
  const lack = viewer.permit?.lacks(needs);
  if (!lack) return undefined;
  const { status, reason, headers } = refusalOfChallenge(lack);
  return (visit) => sendRefusal(visit, status, reason, undefined, headers);
}

/**
 * Detaches readers in other processes: the client is back in the process that writes the
 * stream.
 */
async function takeBack(
  { shared }: Process,
  { viewer }: Replica,
  stream: string,
): Promise<void> {
  const reader: StreamReader = { process: shared.name, id: shared.newName() };
  const { streams } = shared;
  const attaching = streams.attach(stream, viewer.principal, reader);
  const attached = await shared.ask("a stream", attaching);
  const before = attached?.before;
  if (before)
    shared.whisper(
      { kind: "taken", stream, reader: before.id },
      before.process,
    );
  await shared.ask("a stream", streams.detach(stream, reader));
}
