import { describe, expect, test } from "vitest";
import {
  client,
  failure,
  handshake,
  notification,
  request,
  result,
  server,
  stateless,
  toolResult,
} from "./traffic.ts";
import { plain, said, watching } from "./watch.ts";

const watch = watching();
const opened = handshake("2025-11-25");
const newest = (id: unknown, method = "tools/list", params = {}) =>
  request(id, method, stateless("2026-07-28", params));
const newestResult = {
  tools: [],
  resultType: "complete",
  ttlMs: 0,
  cacheScope: "private",
};

describe("a session that names no revision", () => {
  test("speaks one that all its messages fit", async () => {
    const found = await watch(
      plain(request(1, "tools/call", { name: "a", task: 7 })),
      plain(request(2, "tasks/list")), // only one revision has it
      plain(request(3, "tools/call", { name: "a", task: 7 })),
    );
    // The first is right in older revisions, but with the others in none.
    expect(found.map(({ line, revision }) => [line, revision])).toEqual([
      [2, "2025-06-18"],
    ]);
    const others = await watch(
      plain(request(2, "tasks/list")),
      plain(request(3, "tools/call", { name: "a", task: 7 })),
    );
    expect(others.map(said)).toEqual([
      "2 client tools/call wrong-type params.task",
    ]);
  });

  test("is held against the newest with a handshake, where nothing fits", async () => {
    const found = await watch(plain(request(1, "resources/read", { uri: 7 })));
    expect(found.map(said)).toEqual([
      "1 client resources/read wrong-type params.uri",
    ]);
    expect(found[0]?.revision).toBe("2025-11-25");
  });
});

describe("a request that names its revision", () => {
  test("names that of the messages after it", async () => {
    const found = await watch(
      client(newest(1)),
      server(notification("notifications/tasks/status", { taskId: "1" })),
    );
    expect(found.map(said)).toEqual([
      "2 server notifications/tasks/status unknown-method method",
    ]);
    expect(found[0]?.revision).toBe("2026-07-28");
  });

  test("may stand beside others that a handshake has agreed on", async () => {
    const acknowledged = notification(
      "notifications/subscriptions/acknowledged",
      { notifications: {}, _meta: {} },
    );
    const found = await watch(
      ...opened,
      client(newest(1)),
      client(request(2, "tools/list")),
      server(result(1, newestResult)),
      server(result(2, { tools: [] })),
      client(request(3, "tasks/list")),
      server(acknowledged),
      client(request(4, "ping")),
    );
    expect(found.map(said)).toEqual([]);
  });

  test("has its answer held against that revision", async () => {
    const data = { supported: 7 };
    const error = { code: -32022, message: "No", data };
    const found = await watch(
      ...opened,
      client(newest(1)),
      client(newest(2)),
      server({ jsonrpc: "2.0", id: 1, error }),
      server(result(2, { tools: [] })),
    );
    expect(found.map(({ line, revision }) => [line, revision])).toEqual([
      [6, "2026-07-28"],
      [7, "2026-07-28"],
    ]);
    expect(found.map(({ path }) => path[0])).toEqual(["error", "result"]);
  });
});

test("a result that names no type is held against the complete one", async () => {
  const found = await watch(
    client(newest(1, "tools/call", { name: "a" })),
    server(result(1, { ...toolResult, content: 7, resultType: "complete" })),
    client(newest(2, "tools/call", { name: "a" })),
    server(result(2, toolResult)),
  );
  expect(found.map(said)).toEqual([
    "2 server tools/call wrong-type result.content",
    "4 server tools/call wrong-type result.resultType",
  ]);
});

test("an answer without a direction belongs to the request that it fits in the revision of that", async () => {
  const found = await watch(
    ...opened,
    plain(newest(1)),
    plain(request(1, "roots/list")),
    plain(result(1, { tools: [], roots: [] })), // in 2026-07-28 no list of tools
    plain(result(1, newestResult)),
  );
  expect(found).toEqual([]);
});

test("a notification that names its revision is held against that", async () => {
  const stated = notification(
    "notifications/initialized",
    stateless("2026-07-28"),
  );
  const found = await watch(...opened, client(stated));
  expect(found.map(said)).toEqual([
    "4 client notifications/initialized unknown-method method",
  ]);
  expect(found[0]?.revision).toBe("2026-07-28");
});

describe("an unknown revision", () => {
  const long = `2099-${"9".repeat(100_000)}`;

  test("is told in short", async () => {
    const found = await watch(
      ...handshake("2025-11-25", long),
      client(request(1, "tools/list", stateless(long))),
    );
    expect(found.map(({ code }) => code)).toContain("unknown-revision");
    for (const { reason } of found) expect(reason.length).toBeLessThan(120);
  });

  test("is told alone: whether the rest is right nobody knows", async () => {
    const answer = { protocolVersion: "2099-01-01", capabilities: 7 };
    const found = await watch(
      ...opened.slice(0, 1),
      server(result("open", answer)),
    );
    expect(found.map(said)).toEqual([
      "2 server initialize unknown-revision result.protocolVersion (warning)",
    ]);
  });

  test("is that of an answer to the handshake, and of no other", async () => {
    const found = await watch(
      ...opened,
      client(request(1, "tools/call", { name: "a" })),
      server(result(1, { ...toolResult, protocolVersion: "2099-01-01" })),
    );
    expect(found).toEqual([]);
  });

  test("is a text", async () => {
    const found = await watch(
      client(newest(1)),
      client(
        request(2, "tools/list", {
          _meta: { "io.modelcontextprotocol/protocolVersion": 7 },
        }),
      ),
      client(newest(3, "initialize")),
      server(result(3, { resultType: "complete" })),
      server(failure(2)),
    );
    expect(found.slice(0, 2).map(({ line, code }) => [line, code])).toEqual([
      [2, "wrong-type"],
      [3, "unknown-method"],
    ]);
  });
});

describe("two sessions", () => {
  test("have ids of their own, numbers and texts", async () => {
    const each = (session: string, ...messages: object[]) =>
      messages.map((message) => client(message, session));
    const call = (id: unknown) => request(id, "tools/call", { name: "a" });
    const list = (id: unknown) => request(id, "tools/list");
    const found = await watch(
      ...handshake("2025-11-25", "2025-11-25", "a"),
      ...handshake("2025-11-25", "2025-11-25", "b"),
      ...each("a", call(1), list("1")),
      ...each("b", list(1), call("1")),
      server(result(1, toolResult), "a"),
      server(result(1, { tools: [] }), "b"),
      server(result("1", { tools: [] }), "a"),
      server(result("1", toolResult), "b"),
    );
    expect(found).toEqual([]);
  });
});
