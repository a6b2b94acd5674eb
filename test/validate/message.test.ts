import { describe, expect, test } from "vitest";
import {
  brief,
  client,
  failure,
  findingsOf,
  handshake,
  notification,
  request,
  result,
  server,
  stateless,
} from "./traffic.ts";

const call = (id: unknown) => request(id, "tools/call", { name: "weather" });

describe("a message", () => {
  const opened = handshake("2025-11-25");

  test("is sent by the side that may send it", async () => {
    const found = await findingsOf([
      ...opened,
      server(call(1)),
      client(notification("notifications/tools/list_changed")),
      server(request(2, "ping")),
    ]);
    expect(found.map(brief)).toEqual([
      "4 server tools/call wrong-direction method",
      "5 client notifications/tools/list_changed wrong-direction method",
    ]);
  });

  test("that travels inside others does not travel alone", async () => {
    const found = await findingsOf([
      server(request(1, "roots/list", stateless("2026-07-28"))),
    ]);
    expect(found.map(({ code }) => code)).toEqual(["wrong-direction"]);
  });

  test("has the params of its method, at one path and for one reason", async () => {
    const found = await findingsOf([
      ...opened,
      client(request(1, "tools/call", { name: 7, arguments: [] })),
      client(request(2, "no/such")),
      client(request(3, "tools/list", { _meta: { progressToken: {} } })),
      client(request(null, "ping")),
    ]);
    expect(found.map(brief)).toEqual([
      "4 client tools/call wrong-type params.name",
      "5 client no/such unknown-method method",
      "6 client tools/list wrong-type params._meta.progressToken",
      "7 client ping wrong-type id",
    ]);
    expect(found[0]?.reason).toBe("expected a string, found number");
  });

  test.each([
    [7, "a message is an object"],
    [{ method: "ping" }, '"jsonrpc" must be "2.0"'],
    [{ jsonrpc: "2.0", id: 1 }, '"method" is missing'],
    [{ ...result(1, {}), error: {} }, "an answer has a result or an error"],
    [{ ...call(1), result: {} }, "a message is a call or an answer"],
  ])("is no message: %j", async (message, reason) => {
    const found = await findingsOf([client(message)]);
    expect(found).toMatchObject([{ code: "invalid-message", reason }]);
  });

  test("that is an error has the data of its code", async () => {
    const error = { code: -32042, message: "Ask", data: { elicitations: 1 } };
    const found = await findingsOf([
      ...opened,
      client(call(1)),
      server({ jsonrpc: "2.0", id: 1, error }),
    ]);
    expect(found.map(brief)).toEqual([
      "5 server tools/call wrong-type error.data.elicitations",
    ]);
  });

  test("without its own params type may have _meta of the right form", async () => {
    const params = { uri: "file:///a", _meta: { progressToken: [] } };
    const found = await findingsOf(
      [client(request(1, "resources/read", params))],
      { revisions: ["2024-11-05"] },
    );
    expect(found.map(brief)).toEqual([
      "1 client resources/read wrong-type params._meta.progressToken",
    ]);
  });
});

describe("a batch", () => {
  const batch = [
    request(1, "ping"),
    request(2, "tools/call", { name: 7 }),
    notification("notifications/initialized"),
  ];

  test("is judged message by message where the revision has batches", async () => {
    const found = await findingsOf([
      ...handshake("2025-03-26"),
      client(batch),
      server([failure(2), result(1, {})]),
    ]);
    expect(found.map(brief)).toEqual([
      "4 client tools/call wrong-type params.name",
    ]);
    expect(found[0]?.index).toBe(1);
  });

  test("is told where the revision has none, where it is empty, and where it opens", async () => {
    const found = await findingsOf([
      ...handshake("2025-06-18"),
      client([request(1, "ping")]),
    ]);
    expect(found.map(brief)).toEqual(["4 client - invalid-batch"]);
    const others = await findingsOf([
      ...handshake("2025-03-26"),
      client([]),
      client([handshake("2025-03-26")[0]?.message, 7]),
    ]);
    expect(others.map(({ reason }) => reason)).toEqual([
      "a batch has at least one message",
      "a handshake stands alone",
      "a message is an object",
    ]);
  });

  test("of nothing but broken messages is told at limited length", async () => {
    const found = await findingsOf([
      ...handshake("2025-03-26"),
      client(Array.from({ length: 5000 }, () => 1)),
    ]);
    expect(found).toHaveLength(101);
    expect(found.at(-1)?.reason).toBe("4900 more of its messages are wrong");
  });
});
