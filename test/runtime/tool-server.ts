import type { Context } from "../../src/runtime/peer/context.ts";
import type { Server } from "../../src/runtime/server/create-server.ts";
import type { ServerSettings } from "../../src/runtime/server/settings.ts";
import { all, modernRequest, request, serverOf } from "./revisions.ts";

export type Call = (params: { name: string }, context: Context) => unknown;

/** A server of every revision with one tool. */
export function serverWith(
  callTool: Call,
  settings: Partial<ServerSettings> = {},
): Server {
  return serverOf(all, { handlers: { callTool }, ...settings });
}

export const call = request(1, "tools/call", { name: "a" });
export const modernCall = modernRequest(1, "tools/call", { name: "a" });
export const done = { content: [] };
