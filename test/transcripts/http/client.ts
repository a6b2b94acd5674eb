import { createBell, type Bell } from "../recording/bell.ts";
import type { Transcript } from "../recording/transcript.ts";
import {
  tellCame,
  tellSent,
  untold,
  type Face,
  type Flow,
  type Header,
  type Sent,
} from "./flow.ts";

/** A scripted client: it sends what it is told to, and tells what comes. */
export interface ScriptedClient {
  readonly bell: Bell;
  /** The last session that was opened. */
  readonly session: string | undefined;
  send(sent: Sent): Flow;
  /** Waits for the whole answer, and tells it. */
  whole(flow: Flow): Promise<string[]>;
  /** Waits for so many messages of one answer, and tells them. */
  some(flow: Flow, messages: number): Promise<string[]>;
  /** Waits for so many messages of several answers, and tells them. */
  spread(flows: readonly Flow[], messages: number): Promise<string[]>;
}

export function createScriptedClient(
  face: Face,
  transcript: Transcript,
): ScriptedClient {
  const bell = createBell();
  let session: string | undefined;
  const hear = (flow: Flow): void => {
    session = /^mcp-session-id: (\S+)$/im.exec(flow.head ?? "")?.[1] ?? session;
  };
  const come = (flow: Flow): string => `${flow.head}\n${flow.body}`;
  return {
    bell,
    get session() {
      return session;
    },
    send(sent) {
      tellSent(transcript, sent);
      return face.send(sent, bell);
    },
    async whole(flow) {
      await bell.until(
        () => flow.end !== undefined,
        () => `a whole answer; came ${come(flow)}`,
      );
      hear(flow);
      const messages = untold(flow);
      tellCame(transcript, flow);
      if (flow.end === "cut") transcript.note("cut");
      return messages;
    },
    async some(flow, messages) {
      await bell.until(
        () =>
          flow.head !== undefined &&
          (untold(flow).length >= messages || flow.end !== undefined),
        () => `${messages} messages; came ${come(flow)}`,
      );
      hear(flow);
      const found = untold(flow).slice(0, messages);
      tellCame(transcript, flow, messages);
      return found;
    },
    async spread(flows, messages) {
      const count = (): number =>
        flows.reduce((sum, flow) => sum + untold(flow).length, 0);
      await bell.until(
        () => count() >= messages,
        () => `${messages} messages; came ${flows.map(come).join("\n")}`,
      );
      let left = messages;
      const found: string[] = [];
      for (const flow of flows) {
        const own = untold(flow).slice(0, left);
        if (own.length === 0) continue;
        left -= own.length;
        found.push(...own);
        transcript.note("on another stream");
        tellCame(transcript, flow, own.length);
      }
      return found;
    },
  };
}

/** What every message says of itself. */
export const messageHeaders: readonly Header[] = [
  ["content-type", "application/json"],
  ["accept", "application/json, text/event-stream"],
];
