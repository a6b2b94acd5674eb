import type { Attributes } from "@opentelemetry/api";
import type { InterceptedCall } from "../peer/interceptor.ts";
import type { Carried } from "../peer/transport.ts";
import { isObject, objectOf } from "../protocol/message.ts";
import { utf8Length } from "../protocol/weigh.ts";

/** The longest word of a peer's that is told, in characters. */
const maxLength = 256;
/** The longest value that is told, in bytes of JSON. */
const maxBytes = 65_536;

/** What a request is known by, with few values: for the names of spans, and for metrics. */
export interface Label {
  readonly method: string;
  /** Of a tool or a prompt; never the URI of a resource. */
  readonly target: string | undefined;
}

/** How a request calls itself. */
export function labelOf({
  method,
  name,
}: Pick<InterceptedCall, "method" | "name">): Label {
  const hasName = method === "tools/call" || method === "prompts/get";
  return {
    method: cut(method),
    target: hasName && name ? cut(name) : undefined,
  };
}

/** The name of its span. */
export function spanNameOf({ method, target }: Label): string {
  return target === undefined ? method : `${method} ${target}`;
}

/** What spans and metrics tell of a request alike. */
export function commonAttributes(
  { method, target }: Label,
  call: InterceptedCall,
): Attributes {
  return {
    "mcp.method.name": method,
    ...(method === "tools/call" && {
      "gen_ai.operation.name": "execute_tool",
      ...(target !== undefined && { "gen_ai.tool.name": target }),
    }),
    ...(method === "prompts/get" &&
      target !== undefined && { "gen_ai.prompt.name": target }),
    ...(call.protocolVersion !== undefined && {
      "mcp.protocol.version": call.protocolVersion,
    }),
    ...networkAttributes(call),
    ...(call.direction === "outgoing" && serverAttributes(call)),
  };
}

/** What carries the messages. */
export function networkAttributes({ via }: Carried): Attributes {
  switch (via) {
    case "stdio":
      return { "network.transport": "pipe" };
    case "http":
      return { "network.transport": "tcp", "network.protocol.name": "http" };
    case undefined:
      return {};
    default:
      return via satisfies never;
  }
}

/** Where the server is, as a client knows it. */
export function serverAttributes({ origin }: Carried): Attributes {
  if (origin === undefined) return {};
  const { hostname, port, protocol } = new URL(origin);
  const byDefault = protocol === "https:" ? 443 : 80;
  return {
    "server.address": hostname,
    "server.port": Number(port) || byDefault,
  };
}

/** What is told of one request alone. */
export function ownAttributes({
  id,
  method,
  name,
}: InterceptedCall): Attributes {
  const isOfResource = method.startsWith("resources/") && name !== undefined;
  return {
    ...(id !== undefined && { "jsonrpc.request.id": cut(String(id)) }),
    ...(isOfResource && { "mcp.resource.uri": cut(name) }),
  };
}

/** What a tool or a prompt is called with: for whoever asked for it. */
export function argumentAttributes({
  method,
  params,
}: InterceptedCall): Attributes {
  const given = objectOf(params)["arguments"];
  if (method === "tools/call")
    return jsonAttribute("gen_ai.tool.call.arguments", given);
  if (method !== "prompts/get" || !isObject(given)) return {};
  return Object.fromEntries(
    Object.entries(given)
      .filter(([, value]) => utf8Length(String(value)) <= maxBytes)
      .map(([key, value]) => [
        `gen_ai.prompt.variable.${cut(key)}`,
        String(value),
      ]),
  );
}

/** A value as JSON, unless it is too long, or there is none. */
export function jsonAttribute(name: string, value: unknown): Attributes {
  const text = value === undefined ? undefined : JSON.stringify(value);
  return text !== undefined && utf8Length(text) <= maxBytes
    ? { [name]: text }
    : {};
}

function cut(text: string): string {
  return text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;
}
