export * from "./http/server/public.ts";
export {
  createHttpHandler,
  type HttpHandler,
} from "./http/server/web/handler.ts";
