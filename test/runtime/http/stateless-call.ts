import { all, metaOf, serverOf } from "../revisions.ts";
import {
  clientOf,
  headersOf,
  type Answer,
  type Headers,
} from "./stateless-client.ts";

const schema = {
  type: "object",
  properties: { region: { type: "string", "x-mcp-header": "Region" } },
};
const capabilities = { tools: {}, prompts: {}, resources: {} };
const handlers = {
  callTool: () => ({ content: [{ type: "text", text: "served" }] }),
};
const inputSchema = (): unknown => schema;
export const client = clientOf(serverOf(all, { handlers, capabilities }), {
  inputSchema,
});

/** A call on its way: its parts are changed one by one. */
export interface Call {
  readonly method: string;
  readonly params: Record<string, unknown>;
  readonly meta: Record<string, unknown>;
  readonly headers: Headers;
}

export const call: Call = {
  method: "tools/call",
  params: { name: "a", arguments: { region: "us" } },
  meta: metaOf(),
  headers: { "mcp-param-region": "us" },
};

/** What a call is answered with. */
export function ask({ method, params, meta, headers }: Call): Promise<Answer> {
  const given = { ...params, _meta: meta };
  const message = { jsonrpc: "2.0", id: "x", method, params: given };
  return client.ask(message, { ...headersOf(message), ...headers });
}

export const versionKey = "io.modelcontextprotocol/protocolVersion";
export const capabilitiesKey = "io.modelcontextprotocol/clientCapabilities";

/** The same call with other headers. */
export const withHeaders =
  (headers: Headers) =>
  (given: Call): Call => ({
    ...given,
    headers: { ...given.headers, ...headers },
  });
