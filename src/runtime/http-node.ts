export * from "./http/public.ts";
export { createNodeHandler, type NodeHandler } from "./http/handler-node.ts";
export {
  listen,
  type ListenOptions,
  type Running,
} from "./http/listen-node.ts";
