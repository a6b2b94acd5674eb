import type { Attributes } from "@opentelemetry/api";
import type { InterceptedCall } from "../peer/interceptor.ts";
import type { Carried } from "../peer/transport.ts";
import { isObject, objectOf } from "../protocol/message.ts";
import { utf8Length } from "../protocol/weigh.ts";

/** Maximum length of a string from the peer, in characters. */
const maxLength = 256;
/** Maximum length of a value as JSON, in bytes. */
const maxBytes = 65_536;

/** Low-cardinality label of a request, for span names and metrics. */
export interface Label {
  readonly method: string;
  /** Name of a tool or prompt; never the URI of a resource. */
  readonly target: string | undefined;
}

/** Returns the label of a request. */
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

/** Returns the span name of a request. */
export function spanNameOf({ method, target }: Label): string {
  return target === undefined ? method : `${method} ${target}`;
}

/** Returns the attributes that spans and metrics share. */
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

/** Returns the attributes of the transport. */
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

/** Returns the address of the server, as the client knows it. */
export function serverAttributes({ origin }: Carried): Attributes {
  if (origin === undefined) return {};
  const { hostname, port, protocol } = new URL(origin);
  const byDefault = protocol === "https:" ? 443 : 80;
  return {
    "server.address": hostname,
    "server.port": Number(port) || byDefault,
  };
}

/** Returns the attributes of a single request, for spans only. */
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

/** Returns the arguments of a tool or prompt, if the options include them. */
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

/** Returns a value as JSON; no attribute if it is too long or undefined. */
export function jsonAttribute(name: string, value: unknown): Attributes {
  const text = value === undefined ? undefined : JSON.stringify(value);
  return text !== undefined && utf8Length(text) <= maxBytes
    ? { [name]: text }
    : {};
}

function cut(text: string): string {
  return text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;
}
