// The least code that speaks the stateless lifecycle and has a tool `echo`.
import { serveBare } from "./bare-loop.ts";

const _meta = {
  "io.modelcontextprotocol/serverInfo": { name: "echo", version: "1.0.0" },
};

serveBare(({ method, params }) => {
  switch (method) {
    case "server/discover":
      return {
        resultType: "complete",
        supportedVersions: ["2026-07-28"],
        capabilities: { tools: {} },
        ttlMs: 0,
        cacheScope: "private",
        _meta,
      };
    case "tools/call":
      return {
        resultType: "complete",
        content: [{ type: "text", text: params.arguments.text }],
        _meta,
      };
    default:
      return undefined;
  }
});
