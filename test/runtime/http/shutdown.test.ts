import { once } from "node:events";
import { createConnection, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { createCluster, memoryCluster } from "../../../src/runtime/cluster.ts";
import {
  createHttpHandler,
  type HttpOptions,
} from "../../../src/runtime/http.ts";
import { listen, type Running } from "../../../src/runtime/http-node.ts";
import { tool } from "../features/host.ts";
import {
  all,
  initializeAs,
  modernRequest,
  newestHandshake,
  notification,
  request,
  serverOf,
} from "../revisions.ts";
import { everything, form, type Askers } from "../questions.ts";
import { until } from "../wait.ts";
import { headersOf, messagesOf, type Headers } from "./stateless-client.ts";

interface Served {
  readonly running: Running;
  /** Lets the calls of `wait` answer. */
  release(): void;
  /** Calls of `wait` that run. */
  readonly waiting: () => number;
  readonly aborted: () => number;
  post(message: object, more?: Headers): Promise<Response>;
  send(init: RequestInit, path?: string): Promise<Response>;
}

async function serve(options: HttpOptions = {}): Promise<Served> {
  let release = (): void => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  let waiting = 0;
  let aborted = 0;
  const wait = tool("wait", {}, async (_, { signal }) => {
    waiting++;
    const gone = new Promise((resolve) => {
      signal.addEventListener("abort", () => resolve(aborted++));
    });
    await Promise.race([released, gone]);
    waiting--;
    return "waited";
  });
  const ask = tool("ask", {}, async (_, context) => {
    // The server speaks revisions that have it.
    const { elicit } = context as typeof context & Askers;
    const answer = await elicit.call(context, "name", form("Who are you?"));
    return String(answer["action"]);
  });
  const server = serverOf(all, { features: [wait, ask] });
  const running = await listen(server, { port: 0, ...options });
  onTestFinished(() => running.close({ graceMs: 0 }));
  const send = (init: RequestInit, path = "/mcp"): Promise<Response> =>
    fetch(new URL(path, running.url), init);
  return {
    running,
    release,
    send,
    waiting: () => waiting,
    aborted: () => aborted,
    post: (message, more = {}) =>
      send({
        method: "POST",
        // What has no value is left out before.
        headers: { ...headersOf(message), ...more } as Record<string, string>,
        body: JSON.stringify(message),
      }),
  };
}

const call = modernRequest(1, "tools/call", { name: "wait" });
const listenRequest = modernRequest("l", "subscriptions/listen", {
  notifications: { toolsListChanged: true },
});

const old = { "mcp-protocol-version": newestHandshake };

/** Opens a session; the headers of its requests. */
async function openSession({ post }: Served): Promise<Record<string, string>> {
  const opening = initializeAs(newestHandshake, everything);
  const opened = await post(opening, old);
  const id = opened.headers.get("mcp-session-id") ?? "";
  await opened.text();
  const session = { ...old, "mcp-session-id": id };
  await post(notification("notifications/initialized"), session);
  return session;
}

/** A connection with a request of which a byte is missing. */
function half(port: number): Socket {
  const head = [
    "POST /mcp HTTP/1.1",
    "host: localhost",
    "content-type: application/json",
    "content-length: 2",
  ];
  const socket = createConnection(port, "127.0.0.1").on("error", () => {});
  socket.write(`${head.join("\r\n")}\r\n\r\n{`);
  return socket;
}

describe("a server that closes", () => {
  test("lets a call finish, and refuses new ones", async () => {
    const served = await serve({ healthPath: "/health" });
    const { running, post, send, waiting, release } = served;
    expect((await send({}, "/health")).status).toBe(200);
    const answer = post(call);
    await until(() => waiting() === 1);
    const closed = running.close();
    expect(running.status()).toMatchObject({ requests: 1, closing: true });
    const refused = await post(call);
    expect(refused.status).toBe(503);
    expect(refused.headers.get("retry-after")).toBe("1");
    expect((await send({}, "/health")).status).toBe(503);
    release();
    expect((await answer).status).toBe(200);
    expect(await (await answer).json()).toMatchObject({
      result: { content: [{ text: "waited" }] },
    });
    await closed;
    await expect(post(call)).rejects.toThrow();
  });

  test("lets a call of a session finish, and ends the session", async () => {
    const served = await serve();
    const { running, post, waiting, release } = served;
    const session = await openSession(served);
    const message = request(1, "tools/call", { name: "wait" });
    const answer = post(message, session);
    await until(() => waiting() === 1);
    const closed = running.close();
    expect(running.status().sessions).toBe(1);
    release();
    expect(await (await answer).text()).toContain("waited");
    await closed;
    expect(running.status()).toEqual({
      sessions: 0,
      streams: 0,
      requests: 0,
      closing: true,
      kept: expect.objectContaining({ bytes: 0, clients: 0 }),
    });
  });

  test("ends streams of changes with their result", async () => {
    const { running, post } = await serve();
    const next = messagesOf(await post(listenRequest));
    expect(await next()).toMatchObject({
      method: "notifications/subscriptions/acknowledged",
    });
    const closed = running.close();
    expect(await next()).toMatchObject({ id: "l", result: {} });
    expect(await next()).toBeUndefined();
    await closed;
  });

  test("ends the streams that wait for messages of a session", async () => {
    const served = await serve();
    const headers = await openSession(served);
    const stream = await served.send({
      headers: { accept: "text/event-stream", ...headers } as Record<
        string,
        string
      >,
    });
    expect(stream.status).toBe(200);
    const closed = served.running.close();
    await stream.text();
    await closed;
  });

  test("cuts off what takes too long", async () => {
    const { running, post, waiting, aborted } = await serve();
    const answer = post(call).then(
      (response) => response.text(),
      () => "cut",
    );
    await until(() => waiting() === 1);
    const before = performance.now();
    await running.close({ graceMs: 50 });
    expect(performance.now() - before).toBeGreaterThan(45);
    expect(await answer).not.toContain("waited");
    expect(aborted()).toBe(1);
    await until(() => waiting() === 0);
    expect(running.status().requests).toBe(0);
  });

  test("waits for a body, and refuses it", async () => {
    const { running } = await serve();
    const socket = half(running.port);
    let answer = "";
    socket.on("data", (text) => (answer += String(text)));
    const gone = new Promise((resolve) => socket.on("close", resolve));
    await until(() => running.status().requests === 1);
    const closed = running.close();
    await sleep(20);
    socket.write("}");
    await Promise.all([closed, gone]);
    expect(answer).toMatch(/^HTTP\/1\.1 503 /);
  });

  test("cuts off a body that does not end", async () => {
    const { running } = await serve();
    const socket = half(running.port);
    const gone = new Promise((resolve) => socket.on("close", resolve));
    await until(() => running.status().requests === 1);
    await running.close({ graceMs: 50 });
    expect(running.status().requests).toBe(0);
    await gone;
  });

  test("opens no stream and no session any more", async () => {
    const served = await serve({ sse: {} });
    const session = await openSession(served);
    const answer = served.post(call);
    await until(() => served.waiting() === 1);
    const closed = served.running.close();
    const headers = { accept: "text/event-stream", ...session };
    const init = { headers: headers as Record<string, string> };
    expect((await served.send(init)).status).toBe(503);
    // A stream that is a session of its own has nothing to come back for.
    const back = { headers: { ...init.headers, "last-event-id": "a.1" } };
    expect((await served.send(back, "/sse")).status).toBe(503);
    const opening = await served.post(initializeAs(newestHandshake), old);
    expect(opening.status).toBe(503);
    served.release();
    await (await answer).text();
    await closed;
  });

  test("takes the answers that its calls wait for", async () => {
    const served = await serve({ eventStore: false });
    const session = await openSession(served);
    const params = { name: "ask" };
    const answer = await served.post(request(1, "tools/call", params), session);
    const next = messagesOf(answer);
    const question = await next();
    expect(question).toMatchObject({ method: "elicitation/create" });
    const closed = served.running.close();
    const ping = await served.post(request(2, "ping"), session);
    expect(ping.status).toBe(503);
    const told = await served.post(
      { jsonrpc: "2.0", id: question?.["id"], result: { action: "decline" } },
      session,
    );
    expect(told.status).toBe(202);
    expect(await next()).toMatchObject({
      id: 1,
      result: { content: [{ text: "decline" }] },
    });
    await closed;
  });

  test("lets a client come back for its answer", async () => {
    const served = await serve();
    const session = await openSession(served);
    const message = request(1, "tools/call", { name: "wait" });
    const opened = await served.post(message, session);
    const reader = opened.body?.getReader();
    const priming = Buffer.from((await reader?.read())?.value ?? []);
    const id = /^id: (.*)$/m.exec(String(priming))?.[1] ?? "";
    await reader?.cancel();
    const closed = served.running.close();
    const headers = { ...session, "last-event-id": id };
    const again = await served.send({
      headers: { accept: "text/event-stream", ...headers },
    });
    served.release();
    expect(await again.text()).toContain("waited");
    await closed;
  });

  test("cuts off a call of a session that takes too long", async () => {
    const served = await serve();
    const { running, post, waiting, aborted } = served;
    const session = await openSession(served);
    const answer = post(
      request(1, "tools/call", { name: "wait" }),
      session,
    ).then(
      (response) => response.text(),
      () => "cut",
    );
    await until(() => waiting() === 1);
    await running.close({ graceMs: 50 });
    expect(await answer).not.toContain("waited");
    expect(aborted()).toBe(1);
    expect(running.status()).toMatchObject({ sessions: 0, requests: 0 });
  });

  test("closes connections that nobody uses at once", async () => {
    const { running, post, release } = await serve();
    release();
    expect((await post(call)).status).toBe(200);
    // No time passes, so that nothing is closed because it has.
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    await Promise.all([running.close(), running.close()]);
  });
});

/** A connection of its own that asks, and what it has heard until it is closed. */
function asking(
  port: number,
  request: string,
): { heard(): string; gone: Promise<unknown> } {
  let heard = "";
  const socket = createConnection(port, "127.0.0.1")
    .setEncoding("utf8")
    .on("data", (text: string) => (heard += text));
  socket.write(request);
  return { heard: () => heard, gone: once(socket, "end") };
}

function written(message: object): string {
  const body = JSON.stringify(message);
  const headers = Object.entries({
    host: "localhost",
    "content-length": Buffer.byteLength(body),
    ...headersOf(message),
  }).map(([name, value]) => `${name}: ${value}`);
  return ["POST /mcp HTTP/1.1", ...headers, "", body].join("\r\n");
}

describe.each<[string, () => HttpOptions]>([
  [
    "in a cluster",
    () => ({ cluster: createCluster(memoryCluster().process()) }),
  ],
  ["without sessions", () => ({ sessions: false })],
])("a server that closes, %s, where others answer", (_, options) => {
  test("lets go of its port at once, and of each connection behind its answer", async () => {
    const served = await serve({ ...options(), healthPath: "/health" });
    const { running, send, waiting, release } = served;
    const { port } = running;
    const idle = asking(
      port,
      "GET /health HTTP/1.1\r\nhost: localhost\r\n\r\n",
    );
    await until(() => idle.heard().endsWith("ok"));
    const busy = asking(port, written(call));
    await until(() => waiting() === 1);
    const closed = running.close();
    await expect(send({}, "/health")).rejects.toThrow();
    await idle.gone;
    expect(busy.heard()).toBe("");
    release();
    await busy.gone;
    expect(busy.heard()).toContain("HTTP/1.1 200");
    expect(busy.heard()).toContain("waited");
    await closed;
  });

  test("and has nothing to do, is closed", async () => {
    const { running, send } = await serve(options());
    await running.close();
    await expect(send({})).rejects.toThrow();
  });
});

test("a server that drains goes on, and its health says that it is closing", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const handler = createHttpHandler(
    serverOf(all, { features: [tool("now", {}, () => "now")] }),
    {
      healthPath: "/health",
    },
  );
  const statusOf = async (request: Request): Promise<number> => {
    const response = await handler(request);
    await response.text();
    return response.status;
  };
  const health = (path = "/health"): Promise<number> =>
    statusOf(new Request(`http://localhost${path}`));
  const message = modernRequest(1, "tools/call", { name: "now" });
  const post = (): Promise<number> =>
    statusOf(
      new Request("http://localhost/mcp", {
        method: "POST",
        headers: headersOf(message) as Record<string, string>, // what has no value is left out before
        body: JSON.stringify(message),
      }),
    );
  expect([await health(), await post()]).toEqual([200, 200]);
  const closed = handler.close({ drainMs: 5_000 });
  await vi.advanceTimersByTimeAsync(4_999);
  expect([await health(), await health("/health/live"), await post()]).toEqual([
    503, 200, 200,
  ]);
  expect(handler.status().closing).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  await closed;
  expect(handler.status().closing).toBe(true);
  expect([await health(), await post()]).toEqual([503, 503]);
});

test("a time to drain that is none is refused", async () => {
  const handler = createHttpHandler(serverOf(all));
  await expect(handler.close({ drainMs: -1 })).rejects.toThrow("drainMs");
});
