import { done } from "../tool-server.ts";
import { patient } from "../wait.ts";
import { connectTo, type Connected, type TestOptions } from "./http-client.ts";
import { json, type Answer, type Received } from "./http-server.ts";
import {
  resultOf,
  send,
  serveSessions,
  type SessionServer,
} from "./session-server.ts";

/** A call of the tool that a server has. */
export const call = { name: "a" };

export type Stream = Parameters<Answer>[1];

/** Answers a call of a tool. */
export const tool: Answer = (request, response) =>
  json(response, resultOf(request, done));

/** Answers by an event to come back for, and no more. */
export const primed: Answer = (_, response) => {
  send(response, { id: "e1" });
  response.end();
};

export const quick: TestOptions = { reconnect: { delayMs: 10, attempts: 3 } };

export const sessionOf = ({ headers }: Received): string | undefined =>
  headers["mcp-session-id"];

/** A client whose session is as open as it gets. */
export async function connected(
  ...args: Parameters<typeof connectTo>
): Promise<Connected> {
  const open = await connectTo(...args);
  await open.client.request("tools/list", undefined);
  return open;
}

/** The requests for what was missed, by the events after which it came. */
export function resumed(server: SessionServer): (string | undefined)[] {
  return server
    .seen("GET")
    .map(({ headers }) => headers["last-event-id"])
    .filter((id) => id !== undefined);
}

/** Calls a tool of a server that answers so; gives the error. */
export async function failureOf(
  answer: Answer,
  revision?: string,
): Promise<{ error: unknown; errors: readonly Error[] }> {
  const server = await serveSessions({
    call: answer,
    ...(revision !== undefined && { revision }),
  });
  const { client, errors } = await connectTo(server.url);
  const error: unknown = await client
    .request("tools/call", call, patient)
    .catch((reason: unknown) => reason);
  return { error, errors };
}
