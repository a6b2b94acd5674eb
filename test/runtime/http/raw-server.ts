import { expect } from "vitest";
import { listen } from "../../../src/runtime/http-node.ts";
import type { buildServer } from "../../../src/runtime/server/create-server.ts";
import { everything } from "../questions.ts";
import {
  all,
  initializeAs,
  modern,
  modernRequest,
  newestHandshake,
  notification,
  request,
  serverOf,
  type TestServer,
} from "../revisions.ts";
import {
  bytesOf,
  connectRaw,
  eventually,
  messagesOf,
  send,
  type RawConnection,
  type RawRequest,
  type RawResponse,
} from "./raw.ts";
import { featuresOf, type Inside } from "./raw-features.ts";

export type Headers = readonly (readonly [string, string])[];
type Options = Parameters<typeof listen>[1];
type Running = Awaited<ReturnType<typeof listen>>;
type Fields = Record<string, unknown>;

export interface RawServer {
  readonly port: number;
  readonly server: TestServer;
  readonly running: Running;
  readonly inside: Inside;
  readonly errors: Error[];
  close(): Promise<void>;
}

/** A server of every revision on a port of its own. */
export async function serve(
  options: Omit<Options, "port"> = {},
  settings: Parameters<typeof serverOf>[1] = {},
  build?: typeof buildServer,
): Promise<RawServer> {
  const inside: Inside = { waiting: 0, aborted: 0, release() {} };
  const errors: Error[] = [];
  // What is refused by an option of the owner's is told on purpose.
  const onError = (error: Error): void => {
    if (!/ \(option \w+(: \S+)?\)$/.test(error.message)) errors.push(error);
  };
  const server = serverOf(
    all,
    {
      capabilities: { logging: {} },
      features: featuresOf(inside),
      onError,
      ...settings,
    },
    build,
  );
  const running = await listen(server, { onError, ...options, port: 0 });
  return {
    port: running.port,
    server,
    running,
    inside,
    errors,
    close: () => running.close({ graceMs: 0 }),
  };
}

export const both = "application/json, text/event-stream";

/** Headers, of which those of other names than the given ones are kept. */
export function withHeaders(usual: Headers, given: Headers): Headers {
  const names = new Set(given.map(([name]) => name.toLowerCase()));
  return [
    ...usual.filter(([name]) => !names.has(name.toLowerCase())),
    ...given,
  ];
}

/** The headers of every POST, with others instead or beside. */
export function headersOf(port: number, more: Headers = []): Headers {
  const usual: Headers = [
    ["Host", `127.0.0.1:${port}`],
    ["Content-Type", "application/json"],
    ["Accept", both],
  ];
  return withHeaders(usual, more);
}

/** A good call of a tool in the stateless revision. */
export function modernCall(
  port: number,
  name: string,
  args: Fields = {},
  {
    id = 1,
    more = [],
    meta = {},
    capabilities = everything,
    params = {},
  }: {
    readonly id?: unknown;
    readonly more?: Headers;
    readonly meta?: Fields;
    readonly capabilities?: object;
    readonly params?: Fields;
  } = {},
): RawRequest & { readonly headers: Headers; readonly body: string } {
  const message = modernRequest(
    id,
    "tools/call",
    { name, arguments: args, ...params },
    capabilities,
    meta,
  );
  return {
    headers: withHeaders(
      headersOf(port, [
        ["MCP-Protocol-Version", modern],
        ["Mcp-Method", "tools/call"],
        ["Mcp-Name", name],
      ]),
      more,
    ),
    body: JSON.stringify(message),
  };
}

/** A POST of any message to a session. */
export function post(
  port: number,
  message: unknown,
  more: Headers = [],
): RawRequest & { readonly headers: Headers; readonly body: string } {
  return { headers: headersOf(port, more), body: JSON.stringify(message) };
}

export interface RawSession {
  readonly id: string;
  readonly headers: Headers;
  post(message: unknown, more?: Headers): Promise<RawResponse>;
  call(name: string, args?: Fields, id?: unknown): Promise<Fields>;
  /** Sends a request that need not be answered at once. */
  open(request: RawRequest): RawConnection;
  /** Opens a stream: the standalone one, or one that is resumed. */
  get(lastEventId?: string): RawConnection;
  delete(): Promise<RawResponse>;
}

/** Shakes hands, as a client of a revision with sessions. */
export async function startSession(
  port: number,
  {
    revision = newestHandshake,
    more = [],
    capabilities = everything,
  }: {
    readonly revision?: string;
    readonly more?: Headers;
    readonly capabilities?: object;
  } = {},
): Promise<RawSession> {
  const first = post(port, initializeAs(revision, capabilities), more);
  const welcome = await send(port, bytesOf(first));
  expect([welcome.status, welcome.body]).toEqual([200, expect.anything()]);
  const id = welcome.headers.get("mcp-session-id");
  if (id === undefined) throw new Error("no session id");
  const headers: Headers = [
    ["Mcp-Session-Id", id],
    ["MCP-Protocol-Version", revision],
    ...more,
  ];
  const session: RawSession = {
    id,
    headers,
    post: (message, extra = []) =>
      send(port, bytesOf(post(port, message, withHeaders(headers, extra)))),
    async call(name, args = {}, callId = 1) {
      const answer = await session.post(
        request(callId, "tools/call", { name, arguments: args }),
      );
      // The answer to a request comes last.
      return messagesOf(answer).at(-1) as Fields;
    },
    open(given) {
      const connection = connectRaw(port);
      connection.write(bytesOf(given));
      return connection;
    },
    get: (lastEventId) =>
      session.open({
        method: "GET",
        headers: headersOf(port, [
          ...headers,
          ...(lastEventId === undefined
            ? []
            : [["Last-Event-ID", lastEventId] as const]),
        ]),
      }),
    delete: () =>
      send(
        port,
        bytesOf({ method: "DELETE", headers: headersOf(port, headers) }),
      ),
  };
  const { status } = await session.post(
    notification("notifications/initialized"),
  );
  expect(status).toBe(202);
  return session;
}

/** A good request of each era is answered still. */
export async function expectServed(
  port: number,
  more: Headers = [],
): Promise<void> {
  const nonce = String(Math.random());
  const text = JSON.stringify({ nonce });
  const answer = await send(
    port,
    bytesOf(modernCall(port, "echo", { nonce }, { more })),
  );
  expect(messagesOf(answer)).toMatchObject([
    { id: 1, result: { content: [{ text }] } },
  ]);
  expect(answer.status).toBe(200);
  const session = await startSession(port, { more });
  expect(await session.call("echo", { nonce })).toMatchObject({
    id: 1,
    result: { content: [{ text }] },
  });
  expect((await session.delete()).status).toBe(204);
}

/** After everything that was sent: it serves, has reported nothing, keeps nothing, and closes. */
export async function endUnharmed({
  port,
  errors,
  running,
  close,
}: RawServer): Promise<void> {
  await expectServed(port);
  expect(errors).toEqual([]);
  await eventually(() =>
    expect(running.status()).toMatchObject({ requests: 0, streams: 0 }),
  );
  await close();
}
