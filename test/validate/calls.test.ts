import { describe, expect, test } from "vitest";
import {
  client,
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
const call = (id: unknown) => request(id, "tools/call", { name: "weather" });

describe("a request or a notification", () => {
  test("is told from who alone may send it, when nobody says who has", async () => {
    const found = await watch(
      ...opened,
      plain(request(1, "tools/call", { name: 7 })),
      plain(request(1, "elicitation/create", { message: 7 })),
      plain(notification("notifications/initialized", { _meta: 7 })),
      plain(notification("notifications/message", { level: 7 })),
      plain(notification("notifications/progress", { progress: "" })),
    );
    expect(found.map(said)).toEqual([
      "4 client tools/call wrong-type params.name",
      "5 server elicitation/create wrong-type params.message",
      "6 client notifications/initialized wrong-type params._meta",
      "7 server notifications/message wrong-type params.level",
      "8 ? notifications/progress wrong-type params.progress",
    ]);
  });

  test("of the wrong side is told for that before its params", async () => {
    const found = await watch(
      ...opened,
      server(request(1, "tools/call", { name: 7 })),
      server(notification("notifications/initialized", { _meta: 7 })),
    );
    expect(found.map(said)).toEqual([
      "4 server tools/call wrong-direction method",
      "5 server notifications/initialized wrong-direction method",
    ]);
  });

  test("is told for its params before its id is told for being used", async () => {
    const found = await watch(
      ...opened,
      client(call(1)),
      client(request(1, "tools/call", { name: 7 })),
    );
    expect(found.map(said)).toEqual([
      "5 client tools/call wrong-type params.name",
    ]);
  });

  test.each([
    ["2024-11-05", {}],
    ["2025-03-26", {}],
    ["2025-06-18", {}],
    ["2025-11-25", {}],
    ["2026-07-28", stateless("2026-07-28")],
  ])("has an id that is a text or a whole number in %s", async (id, params) => {
    const found = await watch(
      ...(id === "2026-07-28" ? [] : handshake(id)),
      client(request(null, "tools/list", params)),
      client(request(1.5, "tools/list", params)),
      client(request([], "tools/list", params)),
    );
    expect(found.map(({ from, path }) => `${from} ${path.join(".")}`)).toEqual([
      "client id",
      "client id",
      "client id",
    ]);
  });

  test("has neither a result nor an error", async () => {
    const found = await watch(
      client({ ...call(1), result: {} }),
      client({ ...call(1), error: {} }),
      client({ ...notification("notifications/initialized"), error: {} }),
    );
    expect(found.map(({ reason }) => reason)).toEqual(
      Array.from({ length: 3 }, () => "a message is a call or an answer"),
    );
  });

  test("has a field only if that has a value", async () => {
    const initialized = notification("notifications/initialized");
    const found = await watch(
      ...opened.slice(0, 2),
      client({ ...initialized, id: undefined, result: undefined }),
    );
    expect(found).toEqual([]);
  });
});

describe("the handshake", () => {
  test("is held against the revision that it proposes", async () => {
    const open = (revision: string) =>
      client(
        request(1, "initialize", {
          protocolVersion: revision,
          capabilities: {},
          clientInfo: { name: "demo", version: "1", icons: 7 },
        }),
      );
    expect((await watch(open("2025-11-25"))).map(said)).toEqual([
      "1 client initialize wrong-type params.clientInfo.icons",
    ]);
    expect(await watch(open("2025-03-26"))).toEqual([]);
  });

  test("of a server begins no session", async () => {
    const found = await watch(
      ...handshake("2025-06-18"),
      server(opened[0]?.message),
      client(request(1, "tasks/list")),
    );
    expect(found.map(said)).toEqual([
      "4 server initialize wrong-direction method",
      "5 client tasks/list unknown-method method",
    ]);
  });

  test("is none of the revision without one that it says it is of", async () => {
    const params = { protocolVersion: "2025-11-25", capabilities: {} };
    const clientInfo = { name: "demo", version: "1" };
    const stated = stateless("2026-07-28", { ...params, clientInfo });
    const answer = result(1, { ...params, serverInfo: clientInfo });
    const found = await watch(
      client(request(1, "initialize", stated)),
      server(answer),
    );
    expect(found.map(said)).toEqual([
      "1 client initialize unknown-method method",
    ]);
  });

  test("is followed by no revision without one, unless that is named", async () => {
    const acknowledged = notification(
      "notifications/subscriptions/acknowledged",
      { notifications: {}, _meta: {} },
    );
    expect(await watch(server(acknowledged))).toEqual([]);
    const found = await watch(...opened.slice(0, 1), server(acknowledged));
    expect(found.map(said)).toEqual([
      "2 server notifications/subscriptions/acknowledged unknown-method method",
    ]);
  });

  test("is told where no revision has one", async () => {
    const alone = watching({ revisions: ["2026-07-28"] });
    const found = await alone(
      ...opened,
      client(request(1, "tools/list", stateless("2026-07-28"))),
    );
    expect(found.map(({ line, code }) => [line, code])).toEqual([
      [1, "unknown-method"],
      [2, "wrong-type"],
      [3, "unknown-method"],
    ]);
  });

  test("may come after a ping that it does not answer", async () => {
    const found = await watch(
      client(request(1, "ping")),
      ...opened,
      server(result(1, {})),
    );
    expect(found).toEqual([]);
  });

  test("frees the ids of the one before, whether that was understood or not", async () => {
    const one = [...opened, client(call(1)), server(result(1, toolResult))];
    expect(await watch(...one, ...one)).toEqual([]);
    const unknown = handshake("2099-01-01");
    const found = await watch(...unknown, ...opened);
    expect(found.map(said)).toEqual([
      "2 server initialize unknown-revision result.protocolVersion (warning)",
    ]);
  });

  test("frees the ids of requests without a handshake", async () => {
    const probe = request(1, "tools/list", stateless("2026-07-28"));
    const error = { code: -32601, message: "No" };
    const found = await watch(
      client(probe),
      server({ jsonrpc: "2.0", id: 1, error }),
      ...opened,
      client(call(1)),
      server(result(1, toolResult)),
      client(request(2, "tasks/list")),
    );
    expect(found).toEqual([]);
  });
});
