export * from "./http/public.ts";
export { createHttpHandler, type HttpHandler } from "./http/web.ts";
