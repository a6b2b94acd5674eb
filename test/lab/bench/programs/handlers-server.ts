// The tool `echo` on plain handlers.
import { createServer } from "../../../../generated/index.ts";
import { serveStdio } from "../../../../src/runtime/serve-stdio.ts";

const echo = {
  name: "echo",
  inputSchema: {
    type: "object" as const,
    properties: { text: { type: "string" } },
    required: ["text"],
  },
};

await serveStdio(
  createServer({
    info: { name: "echo", version: "1.0.0" },
    handlers: {
      listTools: () => ({ tools: [echo] }),
      callTool: ({ arguments: args }) => ({
        content: [{ type: "text", text: String(args?.["text"]) }],
      }),
    },
  }),
);
