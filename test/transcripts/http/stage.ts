import type { Transcript } from "../recording/transcript.ts";
import { initialize, notice } from "../server/messages.ts";
import {
  createScriptedClient,
  messageHeaders,
  type ScriptedClient,
} from "./client.ts";
import type { Face, Flow, Header, Sent } from "./flow.ts";

/** What differs from a sound POST of a message. */
export interface Change {
  readonly method?: string;
  readonly target?: string;
  /** Beside those of every message, or in their place; undefined takes one away. */
  readonly headers?: { readonly [name: string]: string | undefined };
  readonly body?: unknown;
}

/** Where a script plays: a server, and one client of it. */
export interface Stage {
  readonly face: Face;
  readonly client: ScriptedClient;
  readonly transcript: Transcript;
  /** Begins to send a message. */
  post(title: string, body: unknown, change?: Change): Flow;
  /** Sends a message, and takes the whole answer. */
  ask(title: string, body: unknown, change?: Change): Promise<string[]>;
  /** Sends a request of another kind. */
  send(title: string, change: Change): Flow;
  /** Shakes hands, and stays in the session. */
  shake(revision: string): Promise<void>;
}

/** What a script does on a stage. */
export type Script = (stage: Stage) => Promise<void>;

export function createStage(face: Face, transcript: Transcript): Stage {
  const client = createScriptedClient(face, transcript);
  let known: Record<string, string> = {};
  const send = (
    title: string,
    base: readonly Header[],
    { method = "POST", target = "/mcp", headers = {}, body }: Change,
  ): Flow => {
    transcript.step(title);
    const all = new Map<string, string | undefined>([
      ["host", face.host],
      ...base,
      ...Object.entries(known),
      ...Object.entries(headers),
    ]);
    const sent: Sent = {
      method,
      target,
      headers: [...all].flatMap(([name, value]) =>
        value === undefined ? [] : [[name, value]],
      ),
      ...(body !== undefined && {
        body: typeof body === "string" ? body : JSON.stringify(body),
      }),
    };
    return client.send(sent);
  };
  const stage: Stage = {
    face,
    client,
    transcript,
    post: (title, body, change = {}) =>
      send(title, messageHeaders, { body, ...change }),
    ask: (title, body, change) => client.whole(stage.post(title, body, change)),
    send: (title, change) => send(title, [], change),
    async shake(revision) {
      known = {};
      await stage.ask("initialize", initialize(revision));
      known = {
        "mcp-protocol-version": revision,
        ...(client.session !== undefined && {
          "mcp-session-id": client.session,
        }),
      };
      await stage.ask("shaken", notice("notifications/initialized"));
    },
  };
  return stage;
}
