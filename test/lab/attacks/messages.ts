import {
  initializeAs,
  metaOf,
  newestHandshake,
} from "../../runtime/revisions.ts";
import type { Answer, Headers, Sender } from "./sender.ts";

/** The JSON of a message. */
export function json(method: string, params: object, id: unknown = 1): string {
  return JSON.stringify({ jsonrpc: "2.0", id, method, params });
}

export const initialize = (
  more: object = {},
  revision = newestHandshake,
): string =>
  json("initialize", {
    ...(initializeAs(revision)["params"] as object),
    ...more,
  });

/** The headers of a request that stands alone. */
export const alone = (method: string, name?: string): Headers => ({
  "mcp-protocol-version": "2026-07-28",
  "mcp-method": method,
  ...(name !== undefined && { "mcp-name": name }),
});

export const lone = (method: string, params: object, id: unknown = 1): string =>
  json(method, { ...params, _meta: metaOf() }, id);

export const listenTo = (uris: readonly string[]): string =>
  lone("subscriptions/listen", {
    notifications: { resourceSubscriptions: uris },
  });

/** Opens a session; its header, or undefined when it is refused. */
export async function open(
  sender: Sender,
  more: object = {},
): Promise<Headers | undefined> {
  const { headers } = await sender.post(initialize(more));
  const id = headers["mcp-session-id"];
  return typeof id === "string" ? { "mcp-session-id": id } : undefined;
}

/** Opens a session, and says that the client is ready; throws when it is refused. */
export async function openReady(sender: Sender): Promise<Headers> {
  const session = await open(sender);
  if (!session) throw new Error("the session was refused");
  const ready = { jsonrpc: "2.0", method: "notifications/initialized" };
  await sender.post(JSON.stringify(ready), session);
  return session;
}

/** How the answers of many are spread. */
export function tally(
  answers: readonly Answer[],
): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}
