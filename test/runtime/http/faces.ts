import type { HttpOptions } from "../../../src/runtime/http/server/options.ts";
import { createHttpHandler } from "../../../src/runtime/http.ts";
import type { TestServer } from "../revisions.ts";
import { listen } from "../../../src/runtime/http-node.ts";
import { bytesOf, send, type RawRequest } from "./raw.ts";

export interface Face {
  readonly port: number;
  /** Sends one request; the answer has to end by itself. */
  send(request: RawRequest): Promise<FaceAnswer>;
  close(): Promise<void>;
}

export interface FaceAnswer {
  readonly status: number;
  readonly headers: { get(name: string): string | null | undefined };
  readonly body: string;
}

export type OpenFace = (
  server: TestServer,
  options: HttpOptions,
) => Promise<Face>;

/** The two faces of a server, for what has to be true of both. */
export const faces: readonly [string, OpenFace][] = [
  [
    "Node",
    async (server, options) => {
      const running = await listen(server, { ...options, port: 0 });
      return {
        port: running.port,
        send: (request) => send(running.port, bytesOf(request)),
        close: () => running.close({ graceMs: 0 }),
      };
    },
  ],
  [
    "web",
    async (server, options) => {
      const handler = createHttpHandler(server, { path: "/mcp", ...options });
      return {
        port: 3000,
        async send({ method = "POST", target = "/mcp", headers, body }) {
          const response = await handler(
            new Request(`http://127.0.0.1:3000${target}`, {
              method,
              headers: (headers ?? []).map(([name, value]) => [name, value]),
              ...(body !== undefined && { body: Buffer.from(body) }),
            }),
          );
          const { status, headers: told } = response;
          return { status, headers: told, body: await response.text() };
        },
        close: () => handler.close({ graceMs: 0 }),
      };
    },
  ],
];
