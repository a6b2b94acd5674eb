// The runtime of mcp-gen 0.1.0.

export * from "./http/server/public.js";
export {
  createHttpHandler,
  type HttpHandler,
} from "./http/server/web/handler.js";
