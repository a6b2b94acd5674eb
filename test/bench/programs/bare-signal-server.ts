// The bare server with a signal for each call: what Node itself takes for one.
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
      new AbortController().signal.throwIfAborted();
      return { content: [{ type: "text", text: params.arguments.text }] };
    default:
      return undefined;
  }
});
