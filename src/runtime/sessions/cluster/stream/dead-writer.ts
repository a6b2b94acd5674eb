import type { RequestId } from "../../../protocol/message.ts";
import type { StreamState } from "../../stream-store.ts";
import type { Commons } from "../commons.ts";
import { answeredBy, errorFor } from "./lost-events.ts";

const message =
  "The server process that worked on this request ended before it was answered";

/**
 * Finishes a stream whose process has died: each request without a response gets an error.
 * Rejects if the store cannot be reached.
 */
export async function failStream(
  shared: Commons,
  { stream, principal, process, requests }: StreamState,
  after: number,
): Promise<void> {
  if (process === undefined) return;
  const open = new Set(requests);
  for (const id of await answered(shared, stream, principal)) open.delete(id);
  const errors = [...open].map((id) => errorFor(id, message));
  const failing = shared.streams.fail(stream, process, after, errors);
  await shared.ask("the end of a stream", failing);
}

/** Returns the ids of the requests whose responses are stored on the stream. */
async function answered(
  shared: Commons,
  stream: string,
  principal: string | undefined,
): Promise<RequestId[]> {
  const ids: RequestId[] = [];
  for (let after = 0; ;) {
    const reading = shared.streams.read(stream, principal, after);
    const page = await shared.ask("events", reading);
    for (const { sequence, data } of page?.events ?? []) {
      after = sequence;
      ids.push(...answeredBy(data));
    }
    if (!page || page.events.length === 0) return ids;
  }
}
