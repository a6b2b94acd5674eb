import { INTERNAL_ERROR } from "../../../wire/errors.ts";
import { isObject, type RequestId } from "../../../wire/message.ts";
import type { StreamState } from "../../stream-store.ts";
import type { Commons } from "../commons.ts";

const message =
  "The server process that worked on this request ended before it was answered";

/**
 * Ends a stream whose process is gone: each request that has no answer gets an error
 * that says so. Rejects when the store is away.
 */
export async function failStream(
  shared: Commons,
  { stream, principal, process, requests }: StreamState,
  after: number,
): Promise<void> {
  if (process === undefined) return;
  const open = new Set(requests);
  for (const id of await answered(shared, stream, principal)) open.delete(id);
  const errors = [...open].map((id) =>
    JSON.stringify({
      jsonrpc: "2.0",
      id,
      error: { code: INTERNAL_ERROR, message },
    }),
  );
  const failing = shared.streams.fail(stream, process, after, errors);
  await shared.ask("the end of a stream", failing);
}

/** The requests whose answers are on a stream, as far as that is kept. */
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
      ids.push(...idsOf(data));
    }
    if (!page || page.events.length === 0) return ids;
  }
}

function idsOf(data: string): RequestId[] {
  if (data === "") return [];
  const value: unknown = JSON.parse(data);
  return [value].flat().flatMap((one) => {
    const isAnswer = isObject(one) && !("method" in one);
    // This server's own answers: what has no method has the id of a request.
    return isAnswer ? [one["id"] as RequestId] : [];
  });
}
