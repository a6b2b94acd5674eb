import { expect } from "vitest";
import { inputRequired } from "../../src/runtime/protocol/input-required.ts";
import type { ServerSettings } from "../../src/runtime/server/settings.ts";
import {
  elicit,
  everything,
  say,
  type Call,
  type Fields,
} from "./questions.ts";
import { all, modernRequest, serverOf, type TestServer } from "./revisions.ts";
import type { Wire } from "./wire.ts";

export const sampling = { messages: [], maxTokens: 1 };
export const accept = (content: Fields): Fields => ({
  action: "accept",
  content,
});

/** A server of every revision with one tool. */
export function serverWith(
  callTool: Call,
  settings: Partial<ServerSettings> = {},
): TestServer {
  return serverOf(all, { handlers: { callTool }, ...settings });
}

let lastId = 0;

/** Calls a tool, the second time with answers and the state that came back. */
export async function call(
  wire: Wire,
  more: Fields = {},
  capabilities: object = everything,
  method = "tools/call",
): Promise<{ result: Fields; error: Fields }> {
  const params = { name: "a", ...more };
  const sent = modernRequest(++lastId, method, params, capabilities);
  const answer = await wire.ask(sent);
  expect(answer["id"]).toBe(lastId);
  return answer as { result: Fields; error: Fields };
}

/** A handler that asks for a name, then tells what it got. */
export const asking: Call = (_, { inputResponses, state }) =>
  inputResponses === undefined
    ? inputRequired({ name: elicit("Your name?") }, { step: 1 })
    : say({ inputResponses, state });
