import {
  createServer,
  text,
  tool,
  type Server,
} from "../../../../generated/index.ts";
import { echoSchema } from "../../bench/programs/echo-schema.ts";
import { yours } from "../walk.ts";

export const info = { name: "walk", version: "1" };

export const handshake = "2025-11-25";
export const stateless = "2026-07-28";

/** A call of the tool that `served` has. */
export const params = { name: "echo", arguments: { text: "hello" } };

/** A server with one tool, whose handler is a step of the walk. */
export function served(): Server {
  const echo = tool("echo", { input: echoSchema }, (args) => {
    yours();
    return text(args.text);
  });
  return createServer({ info, features: [echo] });
}

/** What opens a conversation of the handshake. */
export function initialize(capabilities: object = {}): object {
  return {
    id: 1,
    method: "initialize",
    params: { protocolVersion: handshake, capabilities, clientInfo: info },
  };
}

/** The `_meta` of a request that stands alone. */
export function metaOf(capabilities: object = {}): object {
  return {
    "io.modelcontextprotocol/protocolVersion": stateless,
    "io.modelcontextprotocol/clientInfo": info,
    "io.modelcontextprotocol/clientCapabilities": capabilities,
  };
}
