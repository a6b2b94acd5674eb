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
