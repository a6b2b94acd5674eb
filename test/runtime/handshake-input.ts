import { vi } from "vitest";
import { everything, valueOf, type Call, type Fields } from "./questions.ts";
import {
  all,
  newestHandshake,
  request,
  serverOf,
  type TestServer,
} from "./revisions.ts";
import { openWire, type Wire } from "./wire.ts";

export const roots = { method: "roots/list" };

/** A server of every revision with one tool. */
export function serverWith(callTool: Call, onError = vi.fn()): TestServer {
  return serverOf(all, { handlers: { callTool }, onError });
}

/** Connects, in the newest revision with a handshake, to a server with one tool. */
export const open = (
  callTool: Call,
  capabilities: object = everything,
  onError = vi.fn(),
): Promise<Wire> =>
  openWire(serverWith(callTool, onError), newestHandshake, capabilities);

export const call = request(1, "tools/call", { name: "a" });

/** The value that the answer of a tool tells. */
export function textOf({ result }: Fields): unknown {
  return valueOf(result as Fields);
}

/** Answers the server's next request. */
export async function reply(wire: Wire, part: Fields): Promise<Fields> {
  const asked = await wire.next();
  wire.send({ jsonrpc: "2.0", id: asked["id"], ...part });
  return asked;
}
