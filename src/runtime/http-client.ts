export type { AuthTransport, HttpAuth } from "./http/client/auth.ts";
export { bearer } from "./http/client/bearer.ts";
export {
  createEraCache,
  type KnownEra as Era,
  type EraCache,
} from "./http/client/lifecycle-cache.ts";
export { HttpError } from "./http/client/post.ts";
export type {
  FetchLike,
  HttpTransportOptions,
  ReconnectOptions,
} from "./http/client/options.ts";
export { httpTransport } from "./http/client/transport.ts";
