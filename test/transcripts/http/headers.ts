import type { JsonObject } from "../subject.ts";
import type { Header } from "./flow.ts";

const key = "io.modelcontextprotocol/protocolVersion";

interface Params {
  readonly _meta?: JsonObject;
  readonly name?: unknown;
  readonly uri?: unknown;
  readonly arguments?: JsonObject;
}

/** The headers that repeat a message which stands alone. */
export function mirroring(message: JsonObject): Header[] {
  const { method } = message;
  const params = (message["params"] ?? {}) as Params;
  const revision = params._meta?.[key];
  const name = params.name ?? params.uri;
  const region = params.arguments?.["region"];
  return [
    ...(typeof revision === "string"
      ? [["mcp-protocol-version", revision] as const]
      : []),
    ...(typeof method === "string" ? [["mcp-method", method] as const] : []),
    ...(typeof name === "string" ? [["mcp-name", name] as const] : []),
    ...(typeof region === "string"
      ? [["mcp-param-region", region] as const]
      : []),
  ];
}
