import { describe, expect, test } from "vitest";
import {
  client,
  failure,
  handshake,
  notification,
  request,
  result,
  server,
  toolResult,
} from "./traffic.ts";
import { plain, said, watching } from "./watch.ts";

const watch = watching();
const opened = handshake("2025-11-25");
const call = (id: unknown) => request(id, "tools/call", { name: "weather" });
const cancelled = (requestId: unknown) =>
  notification("notifications/cancelled", { requestId });

describe("an answer", () => {
  test("is told from who must have sent it", async () => {
    const found = await watch(
      ...opened,
      plain(call(1)),
      plain(result(1, {})),
      plain(request(2, "roots/list")),
      plain({ jsonrpc: "2.0", id: 2, error: { code: "no", message: "" } }),
    );
    expect(found.map(said)).toEqual([
      "5 server tools/call wrong-type result.content",
      "7 client roots/list wrong-type error.code",
    ]);
  });

  test("that nobody asked for is told for what is wrong with itself first", async () => {
    const found = await watch(
      ...opened,
      server({ jsonrpc: "2.0", id: 9, result: 7 }),
      server({ jsonrpc: "2.0", id: 9, error: 7 }),
    );
    expect(found.map(said)).toEqual([
      "4 server - wrong-type result",
      "5 server - wrong-type error",
    ]);
  });

  test("that comes twice from the side that asked was never asked for", async () => {
    const found = await watch(
      ...opened,
      client(call(1)),
      server(result(1, toolResult)),
      client(result(1, toolResult)),
      server(request(2, "roots/list")),
      client(result(2, { roots: [] })),
      server(result(2, { roots: [] })),
    );
    expect(found.map(said)).toEqual([
      "6 client - unknown-answer id",
      "9 server - unknown-answer id",
    ]);
  });

  test("comes once for each request, when nobody says who has asked", async () => {
    const ping = plain(request(1, "ping"));
    const pong = plain(result(1, {}));
    const found = await watch(...opened, ping, ping, pong, pong, pong);
    expect(found.map(said)).toEqual(["8 ? - repeated-answer id"]);
  });

  test("may say of its sender what its request did not", async () => {
    const found = await watch(
      ...opened,
      plain(request(1, "ping")),
      server(result(1, {})),
      server(result(1, {})),
    );
    expect(found.map(said)).toEqual(["6 server - repeated-answer id"]);
  });

  test("to a method that the revision does not have is of any form", async () => {
    const found = await watch(
      ...opened,
      client(request(1, "no/such")),
      server(result(1, { any: 7 })),
    );
    expect(found.map(said)).toEqual(["4 client no/such unknown-method method"]);
  });

  test.each(["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"])(
    "has an id that is a text or a whole number in %s",
    async (revision) => {
      const found = await watch(
        ...handshake(revision),
        server(result(null, {})),
        server(result(1.5, {})),
        server(failure(1.5)),
        server(result(undefined, {})),
      );
      expect(found.map(said)).toEqual(
        [4, 5, 6, 7].map((line) => `${line} server - wrong-type id`),
      );
    },
  );

  test("is paired with no request by an id that is none", async () => {
    const found = await watch(
      ...opened,
      client(call(1.5)),
      server(result(1.5, toolResult)),
      client(call(null)),
      server(result(null, toolResult)),
    );
    expect(found.map(said)).toEqual([
      "4 client tools/call wrong-type id",
      "5 server - wrong-type id",
      "6 client tools/call wrong-type id",
      "7 server - wrong-type id",
    ]);
  });
});

describe("an error about a message without a readable id", () => {
  test.each(["2024-11-05", "2025-06-18"])(
    "has the id null in %s",
    async (id) => {
      const found = await watch(
        ...handshake(id),
        server(failure(null, -32700)),
        server(failure(undefined, -32700)),
        server({ jsonrpc: "2.0", id: null, error: { code: 1 } }),
      );
      expect(found.map(said)).toEqual([
        "5 server - wrong-type id",
        "6 server - wrong-type error.message",
      ]);
    },
  );

  test("has none in 2025-11-25", async () => {
    const found = await watch(
      ...opened,
      server(failure(null, -32700)),
      server(failure(undefined, -32700)),
    );
    expect(found.map(said)).toEqual(["4 server - wrong-type id"]);
  });
});

describe("a cancellation", () => {
  test("makes the answer late, when it comes from who asked", async () => {
    const found = await watch(
      ...opened,
      client(call(1)),
      client(cancelled(1)),
      server(result(1, toolResult)),
      server(request(1, "roots/list")),
      server(cancelled(1)),
      client(failure(1)),
    );
    expect(found.map(said)).toEqual([
      "6 server tools/call late-answer id (warning)",
      "9 client roots/list late-answer id (warning)",
    ]);
  });

  test("does nothing, when the other side or another session sends it", async () => {
    const found = await watch(
      ...opened,
      ...handshake("2025-11-25", "2025-11-25", "other"),
      client(call(1)),
      server(cancelled(1)),
      client(cancelled(1), "other"),
      server(result(1, toolResult)),
    );
    expect(found).toEqual([]);
  });

  test("does nothing to the handshake", async () => {
    const found = await watch(
      ...opened.slice(0, 1),
      client(cancelled("open")),
      ...opened.slice(1),
    );
    expect(found).toEqual([]);
  });

  test("excuses no answer that is wrong", async () => {
    const found = await watch(
      ...opened,
      client(call(1)),
      client(cancelled(1)),
      server(result(1, {})),
    );
    expect(found.map(said)).toEqual([
      "6 server tools/call wrong-type result.content",
    ]);
  });
});
