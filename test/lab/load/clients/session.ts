import { requireEqual } from "../expected.ts";
import type { Exchange, Headers, Message } from "../http.ts";
import { waiting, type Waiting } from "../waiting.ts";
import {
  answerOf,
  ask,
  guarded,
  requireStatus,
  send,
  type Client,
} from "./client.ts";

/** A session of one client, with its standalone stream. */
export interface Session {
  readonly client: Client;
  readonly revision: string;
  readonly headers: Headers;
  /** The resources whose changes were told, in order. */
  readonly changes: unknown[];
  readonly told: Waiting;
  /** Breaks the standalone stream and comes back for it, if it has ids. */
  breakStream(): Promise<void>;
  /** Says goodbye, or just goes. */
  leave(how: "goodbye" | "vanish"): Promise<void>;
}

const form = { name: "load", version: "1.0.0" };

export async function openSession(
  client: Client,
  revision: string,
): Promise<Session> {
  const id = client.nextId();
  const asked = ask(
    client,
    {},
    {
      ...request(id, "initialize"),
      ...{
        params: {
          protocolVersion: revision,
          capabilities: { elicitation: {} },
          clientInfo: form,
        },
      },
    },
    "",
  );
  const { result } = await answerOf(asked);
  requireEqual(result?.["protocolVersion"], revision, "revision");
  const began = await asked.exchange.began;
  const headers = {
    "mcp-session-id": String(began.headers["mcp-session-id"]),
    // The first revision with sessions has no such header.
    ...(revision > "2025-03-26" && { "mcp-protocol-version": revision }),
  };
  await notify(client, headers, { method: "notifications/initialized" });
  return withStream(client, revision, headers);
}

async function withStream(
  client: Client,
  revision: string,
  headers: Headers,
): Promise<Session> {
  const changes: unknown[] = [];
  const told = waiting();
  let last: string | undefined;
  const heard = guarded(({ method, params }: Message) => {
    requireEqual(method, "notifications/resources/updated", "change");
    changes.push(params?.["uri"]);
    told.tell();
  });
  async function open(): Promise<Exchange> {
    const stream = send(
      client,
      { ...headers, ...(last !== undefined && { "last-event-id": last }) },
      {
        method: "GET",
        onMessage: heard.run,
        onEvent: ({ id }) => (last = id ?? last),
      },
    );
    requireStatus(await stream.began, 200);
    return stream;
  }
  let stream = await open();
  let isBreaking = false;
  return {
    client,
    revision,
    headers,
    changes,
    told,
    async breakStream() {
      // Who comes back twice for the same events is told them twice.
      if (last === undefined || isBreaking) return;
      isBreaking = true;
      stream.cut();
      stream = await open();
      isBreaking = false;
    },
    async leave(how) {
      if (how === "vanish") stream.cut();
      else {
        const goodbye = send(client, headers, { method: "DELETE" });
        requireStatus(await goodbye.began, 204);
        await stream.over;
      }
      heard.check();
    },
  };
}

/** Sends what has no answer. */
export async function notify(
  client: Client,
  headers: Headers,
  message: object,
): Promise<void> {
  const body = { jsonrpc: "2.0", ...message };
  const sent = send(client, headers, { method: "POST", body });
  requireStatus(await sent.began, 202);
  await sent.over;
}

export function request(
  id: number,
  method: string,
  params: object = {},
): { readonly id: number } {
  const message = { jsonrpc: "2.0", id, method };
  return Object.assign(message, {
    params: { ...params, _meta: { progressToken: id } },
  });
}
