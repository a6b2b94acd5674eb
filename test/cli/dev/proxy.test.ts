import { expect, test } from "vitest";
import { Proxy } from "../../../src/cli/dev/proxy/proxy.ts";

type Value = Record<string, unknown>;

interface Talk {
  proxy: Proxy;
  client(value: unknown): void;
  server(value: unknown): void;
  /** What has reached each side since it was last asked. */
  toClient(): unknown[];
  toServer(): unknown[];
  notes: string[];
  /** The server ends, and the next one starts. */
  restart(): void;
}

function talk(): Talk {
  let toClient: string[] = [];
  let toServer: string[] = [];
  const notes: string[] = [];
  const proxy = new Proxy({
    toClient: (line) => void toClient.push(line),
    toServer: (line) => void toServer.push(line),
    note: (text) => void notes.push(text),
  });
  proxy.started();
  return {
    proxy,
    notes,
    client: (value) => proxy.fromClient(JSON.stringify(value)),
    server: (value) => proxy.fromServer(JSON.stringify(value)),
    toClient() {
      const lines = toClient;
      toClient = [];
      return lines.map((line) => JSON.parse(line) as unknown);
    },
    toServer() {
      const lines = toServer;
      toServer = [];
      return lines.map((line) => JSON.parse(line) as unknown);
    },
    restart() {
      proxy.hold();
      proxy.gone("server.ts has changed", "starts");
      proxy.started();
    },
  };
}

const request = (id: unknown, method: string, params?: Value): Value => ({
  jsonrpc: "2.0",
  id,
  method,
  ...(params ? { params } : {}),
});
const notice = (method: string, params?: Value): Value => ({
  jsonrpc: "2.0",
  method,
  ...(params ? { params } : {}),
});
const answer = (id: unknown, result: Value = {}): Value => ({
  jsonrpc: "2.0",
  id,
  result,
});
const failure = (id: unknown): unknown => ({
  jsonrpc: "2.0",
  id,
  error: { code: -32603, message: "server.ts has changed" },
});
const initialize = request(0, "initialize", { protocolVersion: "a" });
const capabilities = { tools: {}, logging: {}, resources: { subscribe: true } };
const greeting = { protocolVersion: "a", capabilities };
const listChanged = [
  notice("notifications/tools/list_changed"),
  notice("notifications/resources/list_changed"),
];

/** A client that has its handshake behind it. */
function greeted(): Talk {
  const all = talk();
  all.client(initialize);
  all.server(answer(0, greeting));
  all.client(notice("notifications/initialized"));
  all.toServer();
  all.toClient();
  return all;
}

test("messages pass as they came, to the letter", () => {
  const lines: string[] = [];
  const proxy = new Proxy({
    toClient: (line) => void lines.push(line),
    toServer: (line) => void lines.push(line),
    note: () => undefined,
  });
  proxy.started();
  const odd = '{"method":"x", "id":1e1,"jsonrpc":"2.0","params":{"n":1.00}}';
  proxy.fromClient(odd);
  proxy.fromServer('{"id":10 ,"result":{}}');
  proxy.fromClient("no json");
  expect(lines).toEqual([odd, '{"id":10 ,"result":{}}', "no json"]);
});

test("a client is told that lists may change, for with the next server they do", () => {
  const { client, server, toClient } = talk();
  client(initialize);
  server(answer(0, greeting));
  expect(toClient()).toEqual([
    answer(0, {
      protocolVersion: "a",
      capabilities: {
        tools: { listChanged: true },
        logging: {},
        resources: { subscribe: true, listChanged: true },
      },
    }),
  ]);
});

test("the next server hears the handshake, and the client only that lists changed", () => {
  const { restart, server, toClient, toServer } = greeted();
  restart();
  const [opening] = toServer() as Value[];
  expect(opening).toEqual({ ...initialize, id: expect.any(String) });
  server(answer(opening?.["id"], greeting));
  expect(toServer()).toEqual([notice("notifications/initialized")]);
  expect(toClient()).toEqual(listChanged);
});

test("levels and subscriptions are settled anew, but for those that were given up", () => {
  const { client, server, restart, toClient, toServer } = greeted();
  const settled = [
    request(1, "logging/setLevel", { level: "debug" }),
    request(2, "resources/subscribe", { uri: "a:1" }),
    request(3, "resources/subscribe", { uri: "a:2" }),
    request(4, "resources/unsubscribe", { uri: "a:1" }),
    request(5, "logging/setLevel", { level: "error" }),
  ];
  for (const one of settled) {
    client(one);
    server(answer(one["id"]));
  }
  restart();
  toServer();
  toClient();
  server(answer("mcp-gen-dev-initialize", greeting));
  client(request(6, "tools/list"));
  const [, level, subscription, ...rest] = toServer() as Value[];
  expect(level).toEqual({ ...settled[4], id: expect.any(String) });
  expect(subscription).toEqual({ ...settled[2], id: expect.any(String) });
  // The client's own requests come when all is as it was.
  expect(rest).toEqual([]);
  server(answer(level?.["id"]));
  server(answer(subscription?.["id"]));
  expect(toServer()).toEqual([request(6, "tools/list")]);
  expect(toClient()).toEqual(listChanged);
});

test("what only reads is asked again; what may act gets an error", () => {
  const { client, server, restart, toClient, toServer } = greeted();
  client(request(1, "tools/call", { name: "pay" }));
  client(request(2, "tools/list"));
  client(request(3, "example/anything"));
  restart();
  expect(toClient()).toEqual([failure(1), failure(3)]);
  toServer();
  server(answer("mcp-gen-dev-initialize", greeting));
  expect(toServer()).toEqual([
    notice("notifications/initialized"),
    request(2, "tools/list"),
  ]);
  server(answer(2, { tools: [] }));
  expect(toClient()).toEqual([...listChanged, answer(2, { tools: [] })]);
});

test("a handshake that was not answered is asked again as it was", () => {
  const { client, restart, toServer } = talk();
  client(initialize);
  toServer();
  restart();
  expect(toServer()).toEqual([initialize]);
});

test("what comes while a server starts waits for it, in order", () => {
  const { proxy, client, server, toServer } = greeted();
  proxy.hold();
  client(request(1, "tools/call", { name: "a" }));
  client(request(2, "tools/call", { name: "b" }));
  expect(toServer()).toEqual([]);
  proxy.gone("server.ts has changed", "starts");
  proxy.started();
  toServer();
  server(answer("mcp-gen-dev-initialize", greeting));
  expect(toServer().slice(1)).toEqual([
    request(1, "tools/call", { name: "a" }),
    request(2, "tools/call", { name: "b" }),
  ]);
});

test("requests of servers have ids that never come again, and answers find their way", () => {
  const { client, server, restart, toClient, toServer } = greeted();
  server(request(1, "roots/list"));
  const [first] = toClient() as Value[];
  client(answer(first?.["id"], { roots: [] }));
  expect(toServer()).toEqual([answer(1, { roots: [] })]);
  server(request(2, "roots/list"));
  const [second] = toClient() as Value[];
  restart();
  // The client need not go on with what nobody waits for.
  expect(toClient()).toEqual([
    notice("notifications/cancelled", {
      requestId: second?.["id"],
      reason: "server.ts has changed",
    }),
  ]);
  server(answer("mcp-gen-dev-initialize", greeting));
  server(request(2, "roots/list"));
  const third = (toClient() as Value[]).at(-1);
  expect(third?.["id"]).not.toBe(second?.["id"]);
  toServer();
  client(answer(second?.["id"], { roots: ["old"] }));
  expect(toServer()).toEqual([]);
  client(answer(third?.["id"], { roots: ["new"] }));
  expect(toServer()).toEqual([answer(2, { roots: ["new"] })]);
});

test("cancelling finds its request on both sides", () => {
  const { client, server, toClient, toServer } = greeted();
  server(request(7, "roots/list"));
  const [asked] = toClient() as Value[];
  server(notice("notifications/cancelled", { requestId: 7 }));
  expect(toClient()).toEqual([
    notice("notifications/cancelled", { requestId: asked?.["id"] }),
  ]);
  client(notice("notifications/cancelled", { requestId: 9 }));
  expect(toServer()).toEqual([]);
  client(request(9, "tools/call"));
  client(notice("notifications/cancelled", { requestId: 9 }));
  expect(toServer()).toHaveLength(2);
});

const subscription = { _meta: { "io.modelcontextprotocol/subscriptionId": 1 } };
const acknowledged = notice("notifications/subscriptions/acknowledged", {
  ...subscription,
  notifications: { toolsListChanged: true },
});

test("without a handshake, who listens goes on listening, and hears of the lists", () => {
  const { client, server, restart, toClient, toServer } = talk();
  const listen = request(1, "subscriptions/listen", {
    notifications: { toolsListChanged: true, promptsListChanged: true },
  });
  client(listen);
  server(acknowledged);
  expect(toClient()).toEqual([acknowledged]);
  toServer();
  restart();
  expect(toServer()).toEqual([listen]);
  const changed = notice("notifications/tools/list_changed", subscription);
  expect(toClient()).toEqual([changed]);
  server(acknowledged);
  expect(toClient()).toEqual([]);
  client(notice("notifications/cancelled", { requestId: 1 }));
  restart();
  expect(toClient()).toEqual([]);
});

test("a server that has ended is told to whoever asks, until the next one starts", () => {
  const { proxy, client, toClient } = greeted();
  client(request(1, "tools/list"));
  proxy.gone("server.ts has changed", "waits");
  client(request(2, "tools/list"));
  client(notice("notifications/roots/list_changed"));
  expect(toClient()).toEqual([failure(1), failure(2)]);
  proxy.started();
  client(request(3, "tools/list"));
  expect(toClient()).toEqual([]);
});

test("what the client cannot be told is told to who watches", () => {
  const { restart, server, notes } = greeted();
  restart();
  const other = {
    protocolVersion: "b",
    capabilities: { tools: {}, prompts: {} },
  };
  server(answer("mcp-gen-dev-initialize", other));
  const later = ", which its client hears of when it connects again";
  expect(notes).toEqual([
    `The server offers prompts now${later}`,
    `The server offers logging no more${later}`,
    `The server offers resources no more${later}`,
    `The server speaks b now${later}`,
  ]);
});

test("a server that refuses the handshake is as good as gone", () => {
  const { client, server, restart, toClient, notes } = greeted();
  restart();
  server({ id: "mcp-gen-dev-initialize", error: { code: -1, message: "No" } });
  client(request(1, "tools/list"));
  expect(toClient()).toEqual([
    {
      jsonrpc: "2.0",
      id: 1,
      error: {
        code: -32603,
        message: "The server refuses the handshake that it took before",
      },
    },
  ]);
  expect(notes.join()).toContain('"message":"No"');
});

test("a batch passes message by message", () => {
  const { client, server, toClient, toServer } = greeted();
  const batch = [request(1, "tools/list"), request(2, "ping")];
  client(batch);
  expect(toServer()).toEqual([batch]);
  server([answer(1), request(3, "roots/list")]);
  expect(toClient()).toEqual([
    [answer(1), { ...request(3, "roots/list"), id: expect.any(String) }],
  ]);
});

test("a message of very many values is noted, and not parsed", () => {
  const { client, proxy, toServer, toClient, notes } = greeted();
  const many = `[${"0,".repeat(250_000)}0]`;
  proxy.fromServer(`{"jsonrpc":"2.0","id":1,"result":{"a":${many}}}`);
  expect(toClient()).toEqual([]);
  expect(notes).toEqual([
    "The server sent a message that has more than 250000 values",
  ]);
  // A server answers for itself.
  const sent = { jsonrpc: "2.0", id: 2, method: "x", params: JSON.parse(many) };
  client(sent);
  expect(toServer()).toEqual([sent]);
});

test("a long line that is no message is noted in part", () => {
  const { proxy, notes } = greeted();
  proxy.fromServer("x".repeat(10_000));
  expect(notes).toEqual([`The server printed: ${"x".repeat(2_000)}…`]);
});

test("what a server prints that is no message is shown to who watches", () => {
  const { server, proxy, toClient, notes } = greeted();
  proxy.fromServer("ready");
  server("ready");
  expect(toClient()).toEqual([]);
  expect(notes).toEqual([
    "The server printed: ready",
    'The server printed: "ready"',
  ]);
});
