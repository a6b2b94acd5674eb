import { describe, expect, test } from "vitest";
import { createServer, type ServerOptions } from "../../../generated/index.ts";
import { createHttpHandler } from "../../../src/runtime/http.ts";
import { replyError } from "../../../src/runtime/http/server/replies.ts";
import type {
  Receiver,
  Sink,
  Transport,
} from "../../../src/runtime/peer/transport.ts";
import { assertValid, findings } from "../wire-check.ts";
import { recordTransport } from "./record.ts";

const info = { name: "test", version: "1" };
const revision = "2026-07-28";

type Handle = (request: Request) => Promise<Response>;

function serve(handlers: NonNullable<ServerOptions["handlers"]>): Handle {
  return createHttpHandler(createServer({ info, handlers, check: false }));
}

/** A server that breaks its own types. */
const broken = (): Handle =>
  // A test may lie to the compiler.
  serve({ listTools: () => ({ tools: [{ name: 1 }] }) as never });

function post(message: object, headers: object): Request {
  return new Request("http://localhost/mcp", {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      ...headers,
    },
    body: JSON.stringify(message),
  });
}

function request(id: number, method: string, params: object): object {
  return { jsonrpc: "2.0", id, method, params };
}

const meta = {
  "io.modelcontextprotocol/protocolVersion": revision,
  "io.modelcontextprotocol/clientCapabilities": {},
};

/** A request of the stateless revision. */
function modern(method: string, name?: string): Request {
  const params = { ...(name !== undefined && { name }), _meta: meta };
  return post(request(1, method, params), {
    "mcp-protocol-version": revision,
    "mcp-method": method,
    ...(name !== undefined && { "mcp-name": name }),
  });
}

describe("over HTTP", () => {
  test("a wrong message fails its test where nobody shakes hands", async () => {
    await broken()(modern("tools/list"));
    await expect(assertValid()).rejects.toThrow(
      /^Invalid on the wire:\nserver, 2026-07-28: .*"tools"/,
    );
  });

  test("a wrong message fails its test in a session", async () => {
    const handle = broken();
    const protocolVersion = "2025-11-25";
    const hello = { protocolVersion, capabilities: {}, clientInfo: info };
    const opened = await handle(post(request(0, "initialize", hello), {}));
    await opened.text();
    const session = opened.headers.get("mcp-session-id") ?? "";
    const ready = { jsonrpc: "2.0", method: "notifications/initialized" };
    const headers = { "mcp-session-id": session };
    expect(await handle(post(ready, headers))).toMatchObject({ status: 202 });
    await (await handle(post(request(1, "tools/list", {}), headers))).text();
    await expect(assertValid()).rejects.toThrow(
      /^Invalid on the wire:\nserver, 2025-11-25: .*"tools"/,
    );
  });

  test("requests of many clients are conversations of their own", async () => {
    let release = (): void => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    const handle = serve({
      async callTool() {
        await released;
        return { content: [] };
      },
    });
    const calls = ["a", "b", "c"].map((name) =>
      handle(modern("tools/call", name)),
    );
    release();
    for (const call of calls) expect(await call).toMatchObject({ status: 200 });
    expect(await findings()).toEqual([]);
  });

  test.each([
    ["is right", -32600, []],
    ["is wrong", 1.5, [/error\.code|\/error\/code/]],
  ])("a refusal that %s is judged too", async (_, code, reasons) => {
    const response = { reply() {}, open: neverOpens, onDisconnect() {} };
    replyError(response, { status: 400, code, message: "no" });
    const found = await findings();
    expect(found.map((one) => one.reasons.join("\n"))).toEqual(
      reasons.map((reason) => expect.stringMatching(reason)),
    );
  });
});

function neverOpens(): never {
  throw new Error("an error is no stream");
}

describe("a request that its client has left", () => {
  const call = request(1, "tools/call", { name: "a", _meta: meta });
  const answer = {
    jsonrpc: "2.0",
    id: 1,
    result: { resultType: "complete", content: [] },
  } as const;

  /** Brings a call, by a sink that takes whatever is sent to it. */
  function bring(): { leave(): void; answer(): void; gone: Sink[] } {
    const heard: Sink[] = [];
    const gone: Sink[] = [];
    let brought: Receiver | undefined;
    const transport: Transport = {
      start: (receiver) => void (brought = receiver),
      send() {},
      close: () => Promise.resolve(),
    };
    recordTransport(transport, { side: "server" }).start({
      message: (_value, sink) => void (sink && heard.push(sink)),
      gone: (sink) => void gone.push(sink),
      unreadable() {},
      ended() {},
      closed() {},
    });
    const sink: Sink = { exclusive: true, send() {} };
    brought?.message(call, sink);
    return {
      leave: () => brought?.gone?.(sink, new Error("gone")),
      answer: () => heard[0]?.send(answer),
      // What is gone has to be what was heard.
      get gone() {
        return gone.filter((one) => one === heard[0]);
      },
    };
  }

  test("is not answered any more", async () => {
    const brought = bring();
    brought.leave();
    expect(brought.gone).toHaveLength(1);
    brought.answer();
    await expect(assertValid()).rejects.toThrow("the request was cancelled");
  });

  test("is answered before that", async () => {
    const brought = bring();
    brought.answer();
    brought.leave();
    expect(await findings()).toEqual([]);
  });
});
