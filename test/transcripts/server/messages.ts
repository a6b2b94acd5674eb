import type { JsonObject } from "../subject.ts";

export const clientInfo = { name: "script", version: "0.1" };

/** All that a client can do. */
export const able = {
  elicitation: { form: {}, url: {} },
  sampling: {},
  roots: { listChanged: true },
};

export function request(
  id: string | number | null,
  method: string,
  params?: object,
): JsonObject {
  return { jsonrpc: "2.0", id, method, ...(params && { params }) };
}

export function notice(method: string, params?: object): JsonObject {
  return { jsonrpc: "2.0", method, ...(params && { params }) };
}

export function answer(id: unknown, result: object): JsonObject {
  return { jsonrpc: "2.0", id, result };
}

export function refusal(
  id: unknown,
  code: number,
  message: string,
): JsonObject {
  return { jsonrpc: "2.0", id, error: { code, message } };
}

export function callTool(name: string, args?: object, more?: object): object {
  return { name, ...(args && { arguments: args }), ...more };
}

/** The `_meta` of a call that wants to hear of its progress. */
export const watched = { _meta: { progressToken: "watch" } };

/** What a client answers to the questions of the subject's tools. */
export const answers = {
  when: { action: "accept", content: { date: "2030-01-02", seats: 2 } },
  declined: { action: "decline" },
  unsound: { action: "accept", content: { date: 7 } },
  where: { roots: [{ uri: "file:///home", name: "home" }] },
  why: {
    model: "m",
    role: "assistant",
    stopReason: "endTurn",
    content: { type: "text", text: "because" },
  },
} as const;

export function initialize(
  revision: unknown,
  capabilities: object = able,
): JsonObject {
  const params = { protocolVersion: revision, capabilities, clientInfo };
  return request("init", "initialize", params);
}

/** A request that stands alone. */
export function alone(
  revision: string,
  id: string | number,
  method: string,
  params: object = {},
  { capabilities = able as object, meta = {} as object } = {},
): JsonObject {
  const name = "io.modelcontextprotocol";
  const _meta = {
    [`${name}/protocolVersion`]: revision,
    [`${name}/clientInfo`]: clientInfo,
    [`${name}/clientCapabilities`]: capabilities,
    ...meta,
  };
  return request(id, method, { ...params, _meta });
}
