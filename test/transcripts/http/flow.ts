import type { Bell } from "../recording/bell.ts";
import type { Transcript } from "../recording/transcript.ts";

export type Header = readonly [name: string, value: string];

/** A request as it is sent, in this order. */
export interface Sent {
  readonly method: string;
  readonly target: string;
  readonly headers: readonly Header[];
  readonly body?: string;
}

/** An answer as it comes. */
export interface Flow {
  /** The status line and the headers, in their order. */
  head: string | undefined;
  /** What came of the body, without the lengths of its chunks. */
  body: string;
  end: "whole" | "cut" | undefined;
  /** How much of the body was told. */
  told: number;
  isHeadTold: boolean;
  /** Reads no more. */
  leave(): void;
}

/** What brings requests to a server. */
export interface Face {
  readonly host: string;
  /** Sends a request; the bell rings whenever something of the answer came. */
  send(sent: Sent, bell: Bell): Flow;
  close(graceMs?: number): Promise<void>;
}

export function tellSent(
  transcript: Transcript,
  { method, target, headers, body }: Sent,
): void {
  const lines = headers.map(([name, value]) => `${name}: ${value}`);
  transcript.sent([`${method} ${target}`, ...lines].join("\n"));
  if (body !== undefined && body !== "") transcript.sent(`\n${body}`);
}

/** Tells what has come and was not told: as many messages as are asked for, or all. */
export function tellCame(
  transcript: Transcript,
  flow: Flow,
  messages: number = Infinity,
): void {
  if (flow.head !== undefined && !flow.isHeadTold) {
    flow.isHeadTold = true;
    transcript.came(flow.head);
  }
  const to =
    messages === Infinity
      ? flow.body.length
      : flow.told + endOfEvents(flow.body.slice(flow.told), messages);
  const text = flow.body.slice(flow.told, to).replace(/\n$/, "");
  flow.told = to;
  if (text !== "") transcript.came(`\n${text}`);
}

/** Where the event ends that carries the last of so many messages. */
function endOfEvents(text: string, messages: number): number {
  let end = 0;
  for (let found = 0; found < messages;) {
    const next = text.indexOf("\n\n", end);
    if (next < 0) return end;
    if (/^data: ?\S/m.test(text.slice(end, next))) found++;
    end = next + 2;
  }
  return end;
}

/** The messages of an answer that were not told yet: a batch is one. */
export function untold({ head = "", body, told, end }: Flow): string[] {
  const text = body.slice(told);
  if (/^content-type: text\/event-stream/im.test(head))
    return text
      .split("\n\n")
      .slice(0, -1)
      .flatMap((event) => /^data: ?(\S.*)$/m.exec(event)?.[1] ?? []);
  return end === "whole" && text !== "" ? [text] : [];
}
