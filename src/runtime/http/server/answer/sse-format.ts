/** Headers that are known by their names. */
type Named<Name extends string> = { readonly [name in Name]: string };

/** The headers of an answer that is one JSON text. */
export const jsonHeaders: Named<"content-type"> = {
  "content-type": "application/json",
};

/** The headers of an event stream: nothing on its way may keep, change or hold it back. */
export const eventHeaders: Named<
  "content-type" | "cache-control" | "x-accel-buffering"
> = {
  "content-type": "text/event-stream",
  "cache-control": "no-cache, no-transform",
  "x-accel-buffering": "no",
};

/** What clients skip: it keeps a silent stream from being cut. */
export const eventComment = ":\n\n";

export interface EventFields {
  readonly id?: string | undefined;
  readonly event?: string | undefined;
  /** How long a client waits before it comes back, in milliseconds. */
  readonly retry?: number | undefined;
}

/**
 * One event with its data on one line: JSON has no line breaks but escaped ones.
 *
 * @see {@link https://html.spec.whatwg.org/multipage/server-sent-events.html | Server-sent events}
 */
export function formatEvent(data: string, fields?: EventFields): string {
  if (!fields) return `data: ${data}\n\n`;
  const { id, event, retry } = fields;
  const lines =
    (event === undefined ? "" : `event: ${event}\n`) +
    (id === undefined ? "" : `id: ${id}\n`) +
    (retry === undefined ? "" : `retry: ${retry}\n`);
  return `${lines}data: ${data}\n\n`;
}

/** A place in a stream: behind the event of this sequence number. */
export interface EventCursor {
  readonly stream: string;
  readonly sequence: number;
}

export function formatEventId(stream: string, sequence: number): string {
  return `${stream}.${sequence}`;
}

/** Undefined for what `formatEventId` does not write. */
export function parseEventId(id: string): EventCursor | undefined {
  const dot = id.lastIndexOf(".");
  const sequence = Number(id.slice(dot + 1));
  const stream = id.slice(0, dot);
  const isPlace = dot > 0 && Number.isSafeInteger(sequence) && sequence >= 0;
  if (!isPlace || formatEventId(stream, sequence) !== id) return undefined;
  return { stream, sequence };
}
