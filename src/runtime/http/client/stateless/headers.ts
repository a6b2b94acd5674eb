import { encodeHeaderValue } from "../../shared/header-value.ts";
import { valueAt } from "../../shared/mirrored-headers.ts";
import { isObject } from "../../../protocol/message.ts";
import {
  entryOf,
  type ProtocolTable,
} from "../../../protocol/revision/protocol-table.ts";
import type { ListedTools } from "./listed-tools.ts";

/** What a message without a session says of itself in headers. */
interface Described {
  readonly method: string;
  readonly params?: object;
}

/**
 * The headers that repeat a message for what lies between client and server: its
 * revision, its method, the name of what is called, and annotated arguments.
 *
 * @see {@link https://modelcontextprotocol.io/specification/draft/basic/transports/streamable-http#request-metadata | Request Metadata}
 */
export function requestHeaders(
  { method, params = {} }: Described,
  revision: string,
  table: ProtocolTable | undefined,
  listed: ListedTools,
): Record<string, string> {
  const headers: Record<string, string> = { "mcp-protocol-version": revision };
  if (!table?.facts.includes("request-headers") || !isObject(params))
    return headers;
  headers["mcp-method"] = method;
  const key = entryOf(table.requests, method)?.name;
  const name = key === undefined ? undefined : params[key];
  if (typeof name !== "string") return headers;
  headers["mcp-name"] = encodeHeaderValue(name);
  if (method === "tools/call")
    for (const { path, header } of listed.mirrored(name)) {
      const text = headerText(valueAt(params["arguments"], path));
      if (text !== undefined) headers[header] = encodeHeaderValue(text);
    }
  return headers;
}

/** What is absent, null or no simple value has no header. */
function headerText(value: unknown): string | undefined {
  switch (typeof value) {
    case "string":
      return value;
    case "number":
    case "boolean":
      return String(value);
    default:
      return undefined;
  }
}
