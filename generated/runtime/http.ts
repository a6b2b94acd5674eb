// The runtime of mcp-gen 0.1.0.

export * from "./http/public.js";
export { createHttpHandler, type HttpHandler } from "./http/web.js";
