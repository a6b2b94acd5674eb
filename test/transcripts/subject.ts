/**
 * What is recorded: the one place that says where the stubs and their runtime
 * are. Both have to be of one copy, so that errors and features are the same.
 */
export * from "../../generated/index.ts";
export * as r2024 from "../../generated/2024-11-05/index.ts";
export * as r2025march from "../../generated/2025-03-26/index.ts";
export * as r2025june from "../../generated/2025-06-18/index.ts";
export * as r2025november from "../../generated/2025-11-25/index.ts";
export * as r2026 from "../../generated/2026-07-28/index.ts";
export {
  createByteStreamTransport,
  createMemoryPair,
  type ByteInput,
  type ByteOutput,
  type JsonObject,
  type Server as AnyServer,
} from "../../src/runtime/index.ts";
export { fromAjv } from "../../src/runtime/registry/ajv.ts";
export {
  createHttpHandler,
  createMemoryEventStore,
  type HttpOptions,
} from "../../src/runtime/http.ts";
export {
  createNodeHandler,
  listen as listenHttp,
} from "../../src/runtime/http-node.ts";
export {
  createEraCache,
  httpTransport,
  type HttpTransportOptions,
} from "../../src/runtime/http-client.ts";
export { serveStdio } from "../../src/runtime/serve-stdio.ts";
export { spawnStdio } from "../../src/runtime/spawn-stdio.ts";
