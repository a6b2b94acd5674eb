import { createMcpHandler, McpServer } from "@modelcontextprotocol/server";
import * as z from "zod";
import { playRounds } from "./client-rounds.ts";
import { buildRequest, readEcho } from "./web-request.ts";

const handler = createMcpHandler(() => {
  const server = new McpServer({ name: "echo", version: "1.0.0" });
  server.registerTool(
    "echo",
    { inputSchema: z.object({ text: z.string() }) },
    ({ text }) => ({ content: [{ type: "text", text }] }),
  );
  return server;
});

playRounds({
  call: async () => readEcho(await handler.fetch(buildRequest())),
  close: () => handler.close(),
});
