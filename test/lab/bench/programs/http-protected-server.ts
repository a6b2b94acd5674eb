// The tool `echo` on plain handlers, over HTTP, for who shows a JWT.
import { createServer } from "../../../../generated/index.ts";
import { jwt } from "../../../../src/runtime/auth/jwt.ts";
import { protect } from "../../../../src/runtime/auth/server.ts";
import { listen } from "../../../../src/runtime/http-node.ts";
import { announce, guard, mode } from "./http-control.ts";
import { httpOptions } from "./http-options.ts";

if (!guard) throw new Error("there is nothing to check");
const { issuer, resource, keys } = guard;

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
const authorize = protect({
  resource,
  authorizationServers: [issuer],
  verify: jwt({ issuer, jwks: { keys } }),
});
const options = { port: 0, authorize, ...httpOptions(mode) };
const { port } = await listen(server, options);
announce(port);
