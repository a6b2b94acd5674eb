// The tool `echo` on plain handlers, over HTTP.
import { createServer } from "../../../../generated/index.ts";
import { listen } from "../../../../src/runtime/http-node.ts";
import { announce, mode } from "./http-control.ts";
import { httpOptions } from "./http-options.ts";

const echo = {
  name: "echo",
  inputSchema: {
    type: "object" as const,
    properties: { text: { type: "string" } },
    required: ["text"],
  },
};

const server = createServer({
  info: { name: "echo", version: "1.0.0" },
  handlers: {
    listTools: () => ({ tools: [echo] }),
    callTool: ({ arguments: args }) => ({
      content: [{ type: "text", text: String(args?.["text"]) }],
    }),
  },
});
const { port } = await listen(server, { port: 0, ...httpOptions(mode) });
announce(port);
