// The runtime of mcp-gen 0.1.0.

export * from "./http/public.js";
export { createNodeHandler, type NodeHandler } from "./http/handler-node.js";
export {
  listen,
  type ListenOptions,
  type Running,
} from "./http/listen-node.js";
