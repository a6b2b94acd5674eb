// The runtime of mcp-gen 0.1.0.

export { createEraCache, type Era, type EraCache } from "./http/client/eras.js";
export { HttpError } from "./http/client/http-error.js";
export type {
  FetchLike,
  HttpTransportOptions,
  ReconnectOptions,
} from "./http/client/options.js";
export { httpTransport } from "./http/client/transport.js";
