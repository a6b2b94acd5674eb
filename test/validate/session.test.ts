import { describe, expect, test } from "vitest";
import {
  brief,
  client,
  failure,
  findingsOf,
  findingsOfPlain,
  handshake,
  notification,
  request,
  result,
  server,
  stateless,
  toolResult,
} from "./traffic.ts";

const call = (id: unknown) => request(id, "tools/call", { name: "weather" });
const listed = { tools: [{ name: "a", inputSchema: { type: "object" } }] };

describe("the revision of a session", () => {
  test("is the one that the handshake agrees on", async () => {
    const image = {
      content: [{ type: "audio", data: "", mimeType: "audio/wav" }],
    };
    const lines = (agreed: string) => [
      ...handshake("2025-11-25", agreed),
      client(call(1)),
      server(result(1, image)),
    ];
    expect(await findingsOf(lines("2025-03-26"))).toEqual([]);
    const [found] = await findingsOf(lines("2024-11-05"));
    expect(found).toMatchObject({
      line: 5,
      from: "server",
      method: "tools/call",
      revision: "2024-11-05",
      path: ["result", "content", 0, "type"],
    });
  });

  test("is another in another session", async () => {
    const found = await findingsOf([
      ...handshake("2025-11-25", "2025-11-25", "new"),
      ...handshake("2024-11-05", "2024-11-05", "old"),
      client(request(1, "tasks/list"), "new"),
      client(request(1, "tasks/list"), "old"),
    ]);
    expect(found.map(brief)).toEqual([
      "8 client tasks/list unknown-method method",
    ]);
    expect(found[0]).toMatchObject({ session: "old", revision: "2024-11-05" });
  });

  test("is said by each request that opens no session", async () => {
    const found = await findingsOf([
      client(request(1, "tools/list", stateless("2026-07-28"))),
      server(
        result(1, {
          ...listed,
          resultType: "complete",
          ttlMs: 0,
          cacheScope: "private",
        }),
      ),
      client(request(2, "tools/list", stateless("2026-07-28"))),
      server(result(2, { ...listed, resultType: "complete" })),
    ]);
    expect(found.map(brief)).toEqual([
      "4 server tools/list wrong-type result.cacheScope",
    ]);
  });

  test("is what fits when nothing names it", async () => {
    const found = await findingsOfPlain([
      request(1, "tasks/list"), // only one revision has it
      request(2, "resources/read", { uri: 7 }),
      request(3, "logging/setLevel", { level: "info" }),
      request(4, "server/discover", {}),
    ]);
    expect(found.map(({ line, revision }) => [line, revision])).toEqual([
      [2, "2025-11-25"],
      [4, "2025-11-25"],
    ]);
  });

  test("is doubted when nobody knows it", async () => {
    const handshakes = await findingsOf(handshake("2099-01-01", "2099-01-01"));
    expect(handshakes.map(brief)).toEqual([
      "2 server initialize unknown-revision result.protocolVersion",
    ]);
    expect(handshakes[0]?.severity).toBe("warning");
    const [found] = await findingsOf([
      client(request(1, "tools/list", stateless("2099-01-01"))),
    ]);
    expect(found).toMatchObject({
      code: "unknown-revision",
      severity: "warning",
    });
  });

  test("is fixed when it is given", async () => {
    const lines = [
      ...handshake("2025-11-25"),
      client(request(1, "tasks/list")),
    ];
    const found = await findingsOf(lines, { revisions: ["2025-06-18"] });
    expect(found.map(brief)).toEqual([
      "4 client tasks/list unknown-method method",
    ]);
  });

  test("begins anew with each handshake", async () => {
    const found = await findingsOf([
      ...handshake("2025-11-25"),
      ...handshake("2024-11-05"),
      client(request(1, "tasks/list")),
    ]);
    expect(found.map(({ revision }) => revision)).toEqual(["2024-11-05"]);
  });
});

describe("a result", () => {
  const opened = handshake("2025-11-25");

  test("is of the type that its request asks for", async () => {
    const found = await findingsOf([
      ...opened,
      client(call(1)),
      client(request(2, "tools/list")),
      server(result(2, toolResult)),
      server(result(1, listed)),
    ]);
    expect(found.map(brief)).toEqual([
      "6 server tools/list wrong-type result.tools",
      "7 server tools/call wrong-type result.content",
    ]);
  });

  test("is one of several types, by what it holds", async () => {
    const task = { taskId: "1", status: "working", createdAt: "", ttl: null };
    const params = { name: "weather", task: {} };
    const found = await findingsOf([
      ...opened,
      client(request(1, "tools/call", params)),
      server(result(1, { task })),
    ]);
    expect(found.map(brief)).toEqual([
      "5 server tools/call wrong-type result.task.lastUpdatedAt",
    ]);
  });

  test("belongs to the other side's request of that id, and of that session", async () => {
    const asked = request(1, "roots/list");
    expect(
      await findingsOf([
        ...opened,
        client(call(1)),
        server(asked),
        client(result(1, { roots: [] })),
        server(result(1, toolResult)),
        client(call("1")),
        server(result("1", toolResult)),
      ]),
    ).toEqual([]);
    const found = await findingsOf([
      ...opened,
      server(asked),
      server(result(1, { roots: [] })),
      client(result(1, { roots: [] }), "another"),
    ]);
    expect(found.map(brief)).toEqual([
      "5 server - unknown-answer id",
      "6 client - unknown-answer id",
    ]);
  });

  test("without a direction belongs to the request that it fits", async () => {
    const found = await findingsOfPlain(
      [
        call(1),
        request(1, "roots/list"),
        result(1, { roots: [] }),
        result(1, toolResult),
        result(1, toolResult),
      ],
      { revisions: ["2025-11-25"] },
    );
    expect(found.map(brief)).toEqual(["5 ? - repeated-answer id"]);
  });

  test("comes once, and is asked for", async () => {
    const found = await findingsOf([
      ...opened,
      client(call(1)),
      server(result(1, toolResult)),
      server(failure(1)),
      server(result(2, {})),
      server(failure(3)),
    ]);
    expect(found.map(brief)).toEqual([
      "6 server - repeated-answer id",
      "7 server - unknown-answer id",
      "8 server - unknown-answer id",
    ]);
  });

  test("may cross a cancellation, which is told", async () => {
    const cancel = (requestId: unknown) =>
      notification("notifications/cancelled", { requestId });
    const found = await findingsOf([
      ...opened,
      client(call(1)),
      server(cancel(1)), // the server has no such request
      client(cancel(1)),
      server(result(1, toolResult)),
    ]);
    expect(found.map(brief)).toEqual(["7 server tools/call late-answer id"]);
    expect(found[0]?.severity).toBe("warning");
  });
});

describe("an id", () => {
  test("is used once in a session", async () => {
    const found = await findingsOf([
      ...handshake("2025-11-25"),
      client(call(1)),
      client(call(1)),
      server(result(1, toolResult)),
      client(call(1)),
    ]);
    expect(found.map(brief)).toEqual([
      "5 client tools/call repeated-id id",
      "7 client tools/call repeated-id id",
    ]);
  });

  test("is free again without sessions, once it is answered", async () => {
    const asked = client(
      request(1, "tools/call", stateless("2026-07-28", { name: "a" })),
    );
    const done = server(result(1, { ...toolResult, resultType: "complete" }));
    expect(await findingsOf([asked, done, asked, done])).toEqual([]);
    const found = await findingsOf([asked, asked]);
    expect(found.map(({ code }) => code)).toEqual(["repeated-id"]);
  });

  test("of a broken request can still be refused", async () => {
    const broken = { jsonrpc: "2.0", id: 5, method: 7 };
    const found = await findingsOf([
      ...handshake("2025-11-25"),
      client(broken),
      server(failure(5, -32600)),
      server({ ...failure(0, -32700), id: undefined }),
    ]);
    expect(found.map(brief)).toEqual(["4 client - invalid-message method"]);
  });
});
