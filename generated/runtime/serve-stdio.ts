// The runtime of mcp-gen 0.1.0.

export { serveStdio, type ServeStdioOptions } from "./stdio/serve.js";
