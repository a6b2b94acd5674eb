export * from "./http/server/public.ts";
export {
  createNodeHandler,
  type NodeHandler,
} from "./http/server/node/handler.ts";
export {
  listen,
  type ListenOptions,
  type Running,
} from "./http/server/node/listen.ts";
