import {
  createEraCache,
  type HttpTransportOptions,
} from "../../../src/runtime/http-client.ts";
import type { HttpLink } from "../../../src/runtime/http/client/transport-context.ts";
import { resolveTransportOptions } from "../../../src/runtime/http/client/options.ts";
import type { JsonObject } from "../../../src/runtime/protocol/message.ts";

export interface TestHost extends HttpLink {
  /** The messages that came. */
  readonly heard: JsonObject[];
  /** The calls that failed, and what failed besides. */
  readonly failures: [unknown, Error][];
}

/** What a part of the client's transport works with, where it is tested alone. */
export function hostOf(options: HttpTransportOptions): TestHost {
  const heard: JsonObject[] = [];
  const failures: [unknown, Error][] = [];
  const resolved = resolveTransportOptions({
    eras: createEraCache(),
    ...options,
  });
  return {
    heard,
    failures,
    options: resolved,
    fetch: resolved.fetch,
    clock: { lost: 0 },
    receiver: {
      // Tests of single parts send no batches.
      message: (value) => void heard.push(value as JsonObject),
      failed: (id, error) => void failures.push([id, error]),
      unreadable() {},
      ended() {},
      closed() {},
    },
    table: undefined,
    probed: false,
    closing: new AbortController().signal,
    warn() {},
    end() {},
  };
}
