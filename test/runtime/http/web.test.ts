import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import type { Context } from "../../../src/runtime/peer/context.ts";
import type { HttpOptions } from "../../../src/runtime/http.ts";
import { modernRequest } from "../revisions.ts";
import { done, serverWith, type Call } from "../tool-server.ts";
import { until } from "../wait.ts";
import {
  clientOf,
  headersOf,
  messagesOf,
  type TestClient,
} from "./stateless-client.ts";

const call = modernRequest(
  1,
  "tools/call",
  { name: "a" },
  {},
  { progressToken: "p" },
);
const url = "http://localhost/mcp";

type BodyOf = NonNullable<RequestInit["body"]>;

const clientWith = (callTool: Call, options?: HttpOptions): TestClient =>
  clientOf(serverWith(callTool), options);

/** A good call with another body. */
function posted(body: BodyOf | null, init: RequestInit = {}): Request {
  return new Request(url, {
    method: "POST",
    // What has no value is left out before.
    headers: headersOf(call) as Record<string, string>,
    body,
    ...(body instanceof ReadableStream && { duplex: "half" }),
    ...init,
  });
}

/** A body in chunks; without an end if the last one is undefined. */
function bodyOf(
  ...chunks: (Uint8Array | string | undefined)[]
): ReadableStream {
  return new ReadableStream({
    start(controller) {
      for (const chunk of chunks) {
        if (chunk === undefined) return;
        controller.enqueue(Buffer.from(chunk));
      }
      controller.close();
    },
  });
}

const text = JSON.stringify(call);

describe("a body", () => {
  const { handler } = clientWith(() => done, {
    maxBodyBytes: 1_000,
    bodyTimeoutMs: 50,
    maxDepth: 10,
  });

  test.each<[string, BodyOf]>([
    ["in one piece", text],
    [
      "byte by byte",
      bodyOf(...[...Buffer.from(text)].map((byte) => Buffer.of(byte))),
    ],
    ["behind a byte order mark", `\ufeff${text}`],
    ["with an empty chunk", bodyOf("", text, "")],
  ])("is read %s", async (_, body) => {
    expect((await handler(posted(body))).status).toBe(200);
  });

  const invalid = Buffer.from([...Buffer.from(text.slice(0, -1)), 0xff, 125]);
  const params = `${'{"a":'.repeat(10)}1${"}".repeat(10)}`;
  const deep = text.replace('"params":', `"a":${params},"params":`);

  test.each<[string, BodyOf | null, number, number]>([
    ["too long", " ".repeat(1_001), 413, -32600],
    [
      "too long in pieces",
      bodyOf(" ".repeat(600), " ".repeat(600)),
      413,
      -32600,
    ],
    [
      "too long without an end",
      bodyOf(" ".repeat(1_001), undefined),
      413,
      -32600,
    ],
    ["too slow", bodyOf(text.slice(0, 9), undefined), 408, -32600],
    ["not there", null, 400, -32700],
    ["empty", "", 400, -32700],
    ["no JSON", "{", 400, -32700],
    ["no UTF-8", invalid, 400, -32700],
    ["nested too deeply", deep, 400, -32600],
    ["nested too deeply without an end", "[".repeat(999), 400, -32600],
  ])("that is %s is refused", async (_, body, status, code) => {
    const answer = await handler(posted(body));
    expect(answer.status).toBe(status);
    expect(await answer.json()).toMatchObject({ error: { code } });
    expect(handler.status().requests).toBe(0);
  });

  test("that says to be too long is not read", async () => {
    const headers = { ...headersOf(call), "content-length": "1001" };
    let pulls = 0;
    const pull = (): void => void pulls++;
    const body = new ReadableStream({ pull }, { highWaterMark: 0 });
    const init = { headers: headers as Record<string, string> };
    expect((await handler(posted(body, init))).status).toBe(413);
    expect(pulls).toBe(0);
  });

  test("that was read before is refused", async () => {
    const request = posted(text);
    await request.text();
    expect((await handler(request)).status).toBe(400);
  });

  test("that breaks off leaves nothing behind", async () => {
    const body = new ReadableStream({
      start: (controller) => controller.error(new Error("reset")),
    });
    await handler(posted(body));
    expect(handler.status().requests).toBe(0);
  });
});

/** A call that waits until it is cancelled. */
function waiting(before: (context: Context) => unknown = () => {}): {
  readonly callTool: Call;
  readonly cancelled: Promise<unknown>;
} {
  let tell = (_reason: unknown): void => {};
  const cancelled = new Promise((resolve) => (tell = resolve));
  const callTool: Call = async (_params, context) => {
    await before(context);
    await new Promise((resolve) => {
      context.signal.addEventListener("abort", resolve);
    });
    tell(context.signal.reason);
    return done;
  };
  return { callTool, cancelled };
}

describe("a client that is gone", () => {
  test("before its answer takes the call back", async () => {
    let isCalled = false;
    const { callTool, cancelled } = waiting(() => (isCalled = true));
    const { handler, post } = clientWith(callTool);
    const client = new AbortController();
    const answer = post(call, {}, client.signal);
    await until(() => isCalled);
    expect(handler.status().requests).toBe(1);
    client.abort();
    await cancelled;
    await answer;
    expect(handler.status()).toMatchObject({ requests: 0, streams: 0 });
  });

  test("in the middle of a stream takes the call back", async () => {
    const { callTool, cancelled } = waiting(({ progress }) => progress);
    const { handler, post } = clientWith(async (params, context) => {
      context.progress(1);
      return callTool(params, context);
    });
    const answer = await post(call);
    const reader = answer.body?.getReader();
    await reader?.read();
    expect(handler.status()).toMatchObject({ requests: 1, streams: 1 });
    await reader?.cancel();
    await cancelled;
    expect(handler.status()).toMatchObject({ requests: 0, streams: 0 });
  });

  test("after its answer takes nothing back", async () => {
    let aborted = false;
    const { post } = clientWith((_params, { signal }) => {
      signal.addEventListener("abort", () => (aborted = true));
      return sleep(1, done);
    });
    const client = new AbortController();
    const answer = await post(call, {}, client.signal);
    expect(answer.status).toBe(200);
    client.abort();
    await sleep(5);
    expect(aborted).toBe(false);
  });

  test("before its request came is answered nothing", async () => {
    const { handler, post } = clientWith(() => sleep(1, done));
    await post(call, {}, AbortSignal.abort());
    await sleep(5);
    expect(handler.status()).toMatchObject({ requests: 0, streams: 0 });
  });
});

describe("a client that does not read", () => {
  const talkative: Call = async (_params, context) => {
    for (let told = 1; told <= 20 && !context.signal.aborted; told++) {
      context.progress(told, 20, "x".repeat(1_000));
      await sleep(1);
    }
    return done;
  };

  test("is cut off when too much waits for it", async () => {
    const { handler, post } = clientWith(talkative, {
      maxBufferedBytes: 5_000,
    });
    const answer = await post(call);
    await until(() => handler.status().requests === 0);
    expect(handler.status()).toMatchObject({ requests: 0, streams: 0 });
    await expect(answer.text()).rejects.toThrow("the client does not read");
  });

  test("gets all of it within the bound", async () => {
    const { post } = clientWith(talkative, { maxBufferedBytes: 50_000 });
    const answer = await post(call);
    await sleep(60);
    const next = messagesOf(answer);
    for (let told = 1; told <= 20; told++)
      expect(await next()).toMatchObject({ params: { progress: told } });
    expect(await next()).toMatchObject({ id: 1, result: done });
  });
});

test("an address without a Host header is the host", async () => {
  const { handler } = clientWith(() => done);
  const init = { method: "POST", headers: {}, body: text };
  const statusOf = async (address: string): Promise<number> =>
    (await handler(new Request(address, init))).status;
  // Behind the gate it is refused for its type.
  expect(await statusOf("http://localhost:80/mcp")).toBe(415);
  expect(await statusOf("http://[::1]")).toBe(415);
  expect(await statusOf("http://evil.example/localhost")).toBe(403);
});

describe("an address beside a Host header", () => {
  const { handler } = clientWith(() => done);
  const listed = clientWith(() => done, {
    allowedHosts: ["mcp.example.com"],
  }).handler;
  const statusOf = async (
    to: typeof handler,
    address: string,
    host: string,
  ): Promise<number> => {
    const init = { method: "POST", headers: { host }, body: text };
    return (await to(new Request(address, init))).status;
  };

  // Behind the gate a request is refused for its type.
  test.each([
    ["http://localhost/mcp", "localhost", 415],
    ["http://localhost/mcp", "127.0.0.1:3000", 415],
    ["http://evil.example/mcp", "localhost", 403],
    ["http://localhost.evil.example/mcp", "localhost", 403],
    ["http://localhost/mcp", "evil.example", 403],
    ["http://0.0.0.0:3000/mcp", "localhost", 415],
    ["http://0.0.0.0:3000/mcp", "0.0.0.0:3000", 403],
  ])("%s with %s is told %i", async (address, host, status) => {
    expect(await statusOf(handler, address, host)).toBe(status);
  });

  test.each([
    ["http://mcp.example.com/mcp", "mcp.example.com", 415],
    ["http://MCP.example.com:80/mcp", "mcp.example.com", 415],
    // What a server behind a proxy calls itself.
    ["http://localhost:3000/mcp", "mcp.example.com", 415],
    ["http://other.example.com/mcp", "mcp.example.com", 403],
    ["http://mcp.example.com/mcp", "localhost", 403],
  ])("with a list, %s with %s is told %i", async (address, host, status) => {
    expect(await statusOf(listed, address, host)).toBe(status);
  });
});

describe("headers", () => {
  const { handler } = clientWith(() => done, { maxHeaderBytes: 100 });
  const long = "a".repeat(101);

  test.each([
    ["authorization", long],
    ["cookie", long],
    ["mcp-session-id", long],
    ["mcp-param-a", long],
    ["x-anything", long],
    [`x-${long}`, "a"],
  ])("of any name are bounded: %s", async (name, value) => {
    const statusWith = async (more: object): Promise<number> => {
      // What has no value is left out before.
      const headers = { ...headersOf(call), ...more } as Record<string, string>;
      return (await handler(posted(text, { headers }))).status;
    };
    expect(await statusWith({ [name]: value })).toBe(431);
    expect(await statusWith({ [name.slice(0, 90)]: "a" })).not.toBe(431);
  });

  test("are no more than a client sends", async () => {
    const more = Array.from({ length: 200 }, (_, at) => [`x-${at}`, "a"]);
    const all = { ...headersOf(call), ...Object.fromEntries(more) };
    const headers = all as Record<string, string>;
    expect((await handler(posted(text, { headers }))).status).toBe(431);
  });
});

describe("a client that reads nothing for a while", () => {
  const times = { keepAliveMs: 20, bodyTimeoutMs: 50 };
  const long = "x".repeat(100_000);

  test("is cut off after a while, and its call with it", async () => {
    const { callTool, cancelled } = waiting(({ progress }) => progress);
    const { handler, post } = clientWith((params, context) => {
      context.progress(1, 2, long);
      return callTool(params, context);
    }, times);
    const answer = await post(call);
    expect(await cancelled).toMatchObject({
      kind: "transport",
      message: expect.stringContaining("does not read") as string,
    });
    expect(handler.status()).toMatchObject({ requests: 0, streams: 0 });
    await expect(answer.text()).rejects.toThrow("does not read");
  });

  test("is cut off although the answer is complete", async () => {
    const { post } = clientWith((_, context) => {
      context.progress(1, 2, long);
      return done;
    }, times);
    const read = await post(call);
    expect(await read.text()).toContain('"result":');
    const answer = await post(call);
    await sleep(400);
    await expect(answer.text()).rejects.toThrow("does not read");
  });

  test("gets all of it where it reads slowly", async () => {
    const { post } = clientWith(async (_, context) => {
      for (let told = 1; told <= 10; told++) context.progress(told, 10, long);
      return done;
    }, times);
    const { body } = await post(call);
    let length = 0;
    for await (const chunk of body ?? []) {
      length += chunk.length;
      await sleep(60);
    }
    expect(length).toBeGreaterThan(10 * long.length);
  });
});
