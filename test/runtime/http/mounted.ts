import { setImmediate as turn } from "node:timers/promises";
import { tool } from "../features/host.ts";
import {
  all,
  initializeAs,
  modernRequest,
  newestHandshake,
  notification,
  request,
  serverOf,
  type TestServer,
} from "../revisions.ts";
import { eventReader } from "../../support/event-stream.ts";
import { headersOf } from "./stateless-client.ts";

/** A server with a tool that answers at once, and one that tells its progress. */
export function mountedServer(): TestServer {
  return serverOf(all, {
    features: [
      tool("echo", {}, () => "echoed"),
      tool("count", {}, async (_, context) => {
        for (let told = 1; told <= 3; told++) {
          await turn();
          context.progress(told, 3);
        }
        return "counted";
      }),
    ],
  });
}

export type Send = (url: string, init: RequestInit) => Promise<Response>;

interface Told {
  readonly status: number;
  readonly type: string | null;
  /** The messages of the answer. */
  readonly messages: readonly unknown[];
}

async function tell(response: Response): Promise<Told> {
  const type = response.headers.get("content-type");
  const text = await response.text();
  const messages: unknown[] = [];
  if (type === "text/event-stream")
    eventReader(({ data }) => {
      if (data !== "") messages.push(JSON.parse(data));
    })(text);
  else if (text !== "") messages.push(JSON.parse(text));
  return { status: response.status, type, messages };
}

function post(message: object, headers: object): RequestInit {
  // What has no value is left out before.
  const sent = { ...headersOf(message), ...headers } as Record<string, string>;
  return { method: "POST", headers: sent, body: JSON.stringify(message) };
}

/** Calls a tool in the stateless revision. */
export async function callModern(
  send: Send,
  url: string,
  name: string,
  args: object = {},
): Promise<Told> {
  const meta = { progressToken: "p" };
  const params = { name, arguments: args };
  const message = modernRequest(1, "tools/call", params, {}, meta);
  return tell(await send(url, post(message, {})));
}

/** Shakes hands, calls a tool, and says goodbye; where there are sessions, in one. */
export async function callInSession(
  send: Send,
  url: string,
  name: string,
  args: object = {},
): Promise<Told & { readonly goodbye: number }> {
  const old = { "mcp-protocol-version": newestHandshake };
  const opened = await send(url, post(initializeAs(newestHandshake), old));
  await opened.text();
  const id = opened.headers.get("mcp-session-id");
  const session = id === null ? old : { ...old, "mcp-session-id": id };
  await send(url, post(notification("notifications/initialized"), session));
  const meta = { progressToken: "p" };
  const params = { name, arguments: args, _meta: meta };
  const call = request(2, "tools/call", params);
  const told = await tell(await send(url, post(call, session)));
  const init = { method: "DELETE", headers: session };
  return { ...told, goodbye: (await send(url, init)).status };
}
