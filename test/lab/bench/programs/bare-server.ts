// The least code that speaks the handshake and has a tool `echo`.
import { serveBare } from "./bare-loop.ts";

serveBare(({ method, params }) => {
  switch (method) {
    case "initialize":
      return {
        protocolVersion: params.protocolVersion,
        capabilities: { tools: {} },
        serverInfo: { name: "echo", version: "1.0.0" },
      };
    case "tools/call":
      return { content: [{ type: "text", text: params.arguments.text }] };
    default:
      return undefined;
  }
});
