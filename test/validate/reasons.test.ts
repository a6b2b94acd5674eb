import { describe, expect, test } from "vitest";
import {
  client,
  handshake,
  notification,
  request,
  result,
  server,
  stateless,
} from "./traffic.ts";
import { plain, watching } from "./watch.ts";

const watch = watching();
const opened = handshake("2025-11-25");

describe("the reason", () => {
  test.each([
    [request(1, "notifications/initialized"), "a notification has no id", "id"],
    [
      request(null, "notifications/initialized"),
      "a notification has no id",
      "id",
    ],
    [notification("tools/list"), "a request has an id", ""],
    [request(1, "no/such"), "2025-11-25 has no such method", "method"],
    [notification("no/such"), "2025-11-25 has no such method", "method"],
  ])("of %j is what is wrong", async (message, reason, path) => {
    const found = await watch(...opened, client(message));
    expect(found.map((one) => [one.reason, one.path.join(".")])).toEqual([
      [reason, path],
    ]);
  });

  test.each([
    plain(request(1, "server/discover")),
    client(request(1, "server/discover", {})),
    plain(notification("notifications/subscriptions/acknowledged", {})),
    plain(request(1, "subscriptions/listen", {})),
  ])("of %j is by a revision that has the method", async (line) => {
    const found = await watch(line);
    expect(found).toMatchObject([
      { code: "wrong-type", revision: "2026-07-28", line: 1 },
    ]);
  });

  test("is by the revision that was named last, where two are spoken", async () => {
    const found = await watch(
      ...opened,
      client(request(1, "tools/list", stateless("2026-07-28"))),
      client(request(2, "resources/read", { uri: 7 })),
      client(request(3, "tasks/get", { taskId: 7 })),
    );
    expect(found.map(({ revision }) => revision)).toEqual([
      "2026-07-28",
      "2025-11-25",
    ]);
  });
});

describe("a revision without a handshake", () => {
  test("is not what a handshake agrees on", async () => {
    const answer = {
      protocolVersion: "2026-07-28",
      resultType: "complete",
      capabilities: 7,
    };
    const found = await watch(
      ...opened.slice(0, 1),
      server(result("open", answer)),
      client(request(1, "tasks/list")),
    );
    expect(found).toMatchObject([
      {
        line: 2,
        severity: "error",
        path: ["result", "protocolVersion"],
        reason: "2026-07-28 has no handshake",
      },
    ]);
  });

  test("may be proposed, for the server to offer another", async () => {
    const found = await watch(...handshake("2026-07-28", "2025-11-25"));
    expect(found).toEqual([]);
  });
});

describe("by another revision than the one that is spoken", () => {
  test("nothing is certain", async () => {
    const found = await watch(
      ...handshake("2099-01-01"),
      client(request(1, "new/method")),
      server(notification("notifications/new")),
      client(request(2, "tools/call", { name: 7 })),
      server(result(2, { content: 7 })),
      server({ jsonrpc: "2.0", id: 1, error: { code: "new" } }),
      server({ ...result(9, {}), result: 7 }),
      server(result(10, {})),
    );
    expect(found.map(({ line }) => line)).toEqual([2, 4, 5, 6, 7, 8, 9, 10]);
    for (const { severity } of found) expect(severity).toBe("warning");
  });

  test("a request and its answer are not, but for their revision", async () => {
    const unknown = stateless("2099-01-01");
    const found = await watch(
      client(request(1, "tools/list", unknown)),
      server(result(1, { new: 7 })),
      client(request(2, "new/method", unknown)),
      client(notification("notifications/new", unknown)),
    );
    expect(found.map(({ severity, code }) => `${severity} ${code}`)).toEqual([
      "warning unknown-revision",
      "warning wrong-type",
      "warning unknown-revision",
      "warning unknown-revision",
    ]);
  });

  test("no revision is ruled out for what comes after", async () => {
    const found = await watch(
      // Of the known revisions one alone has the first, and refuses the second.
      client(request(1, "tasks/list", stateless("2099-01-01"))),
      client(request(2, "tools/call", { name: "a", task: 7 })),
    );
    expect(found.map(({ line, code }) => [line, code])).toEqual([
      [1, "unknown-revision"],
    ]);
  });

  test("no revision is ruled out by what a handshake agrees on", async () => {
    const [open] = handshake("2099-01-01");
    const answer = {
      protocolVersion: "2099-01-01",
      capabilities: { tasks: 7 }, // right in older revisions alone
      serverInfo: { name: "demo", version: "1" },
    };
    const lines = [open, server(result("open", answer))];
    const found = await watch(
      ...lines.filter((line) => line !== undefined),
      client(request(1, "tasks/list")), // newer
    );
    expect(found.map(({ line, code }) => [line, code])).toEqual([
      [2, "unknown-revision"],
    ]);
  });

  test("what names a known one is certain", async () => {
    const found = await watch(
      ...handshake("2099-01-01"),
      client(request(1, "tools/call", stateless("2026-07-28", { name: 7 }))),
    );
    expect(found.at(-1)).toMatchObject({ line: 4, severity: "error" });
  });

  test("a name that is no text is told", async () => {
    const _meta = { "io.modelcontextprotocol/protocolVersion": 7 };
    const found = await watch(
      client(request(1, "tools/list", { _meta })),
      ...opened,
      client(request(2, "tools/list", { _meta })),
      client(notification("notifications/initialized", { _meta })),
    );
    expect(found.map(({ line, reason }) => [line, reason])).toEqual(
      [1, 5, 6].map((line) => [line, "a revision is named by a string"]),
    );
  });
});
