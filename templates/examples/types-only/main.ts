// A server and a client of the official SDK; generated guards watch what they say.
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import * as z from "zod";
import type { Tool } from "./mcp/2025-11-25/types.js";
import { createWatch, type Side } from "./watch.js";

const server = new McpServer({ name: "sums", version: "1.0.0" });
server.registerTool(
  "add",
  {
    description: "Adds two numbers",
    inputSchema: { a: z.number(), b: z.number() },
  },
  ({ a, b }) => ({ content: [{ type: "text", text: `${a + b}` }] }),
);

const say = createWatch();

/** Has each message seen before the transport sends it. */
function watched(from: Side, transport: InMemoryTransport): InMemoryTransport {
  const send = transport.send.bind(transport);
  transport.send = (message, options) => {
    console.log(say(from, message));
    return send(message, options);
  };
  return transport;
}

const [clientEnd, serverEnd] = InMemoryTransport.createLinkedPair();
const client = new Client({ name: "watched", version: "1.0.0" });
await server.connect(watched("server", serverEnd));
await client.connect(watched("client", clientEnd));

const { tools } = await client.listTools();
// The SDK's tools are tools of the schema: generated types fit beside it.
const names = (tools satisfies Tool[]).map(({ name }) => name);
console.log(`The tools: ${names.join(", ")}`);

await client.callTool({ name: "add", arguments: { a: 1, b: 2 } });

// What no SDK would send: the guard says where it is wrong, and why.
await clientEnd.send({
  jsonrpc: "2.0",
  id: "wrong",
  method: "tools/call",
  params: { name: 7 },
});
await client.close();
