// The runtime of mcp-gen 0.1.0.

export * from "./http/server/public.js";
export {
  createNodeHandler,
  type NodeHandler,
} from "./http/server/node/handler.js";
export {
  listen,
  type ListenOptions,
  type Running,
} from "./http/server/node/listen.js";
