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
const opened = handshake("2025-03-26");
const ping = (id: unknown) => request(id, "ping");
const done = notification("notifications/initialized");

describe("a batch", () => {
  test.each([
    ["a request and a result", [ping(1), result(9, {})]],
    ["a request and an error", [ping(1), failure(9)]],
    ["a notification and a result", [done, result(9, {})]],
  ])("does not hold %s", async (_, batch) => {
    const found = await watch(...opened, server(ping(9)), client(batch));
    expect(found.map(said)).toEqual(["5 client - invalid-batch"]);
    expect(found[0]?.reason).toBe("a batch has calls or answers, not both");
  });

  test("holds calls alone, or answers alone, in any order", async () => {
    const found = await watch(
      ...opened,
      client([ping(1), done, request(2, "tools/call", { name: "a" })]),
      server([result(2, toolResult), failure(1)]),
    );
    expect(found).toEqual([]);
  });

  test("is told first, and then what its messages are told for", async () => {
    const found = await watch(
      ...handshake("2025-11-25"),
      client([ping(1), request(2, "tools/call", { name: 7 }), done]),
      server([result(1, {})]),
    );
    expect(found.map(said)).toEqual([
      "4 client - invalid-batch",
      "4 client tools/call wrong-type params.name",
      "5 server - invalid-batch",
    ]);
    expect(found.map(({ index }) => index)).toEqual([undefined, 1, undefined]);
  });

  test("is weighed by the revision that its messages name", async () => {
    const batch = [request(1, "tools/list", stateless("2026-07-28"))];
    const found = await watch(client(batch));
    expect(found.map(({ reason }) => reason)).toEqual([
      "2026-07-28 has no batches",
    ]);
  });

  test("names the one revision that has batches, unless it is broken", async () => {
    const tasks = client(request(5, "tasks/list"));
    expect((await watch(client([ping(1)]), tasks)).map(said)).toEqual([
      "2 client tasks/list unknown-method method",
    ]);
    expect((await watch(client([1]), tasks)).map(said)).toEqual([
      "1 client - invalid-message",
    ]);
  });

  test("is doubted where an unknown revision is spoken", async () => {
    const found = await watch(...handshake("2099-01-01"), client([]));
    expect(found.map(({ severity }) => severity)).toEqual([
      "warning",
      "warning",
    ]);
  });

  test("of an unknown sender has the answers of both sides", async () => {
    const found = await watch(
      ...opened,
      plain([ping(1), ping(2)]),
      plain([result(2, {}), result(1, { _meta: 7 })]),
    );
    expect(found.map(said)).toEqual(["5 ? ping wrong-type result._meta"]);
  });

  test("with a hundred and one broken messages tells of all", async () => {
    const found = await watch(...opened, client(Array(101).fill(1)));
    expect(found.slice(0, 100).map(({ index }) => index)).toEqual(
      Array.from({ length: 100 }, (_, index) => index),
    );
    expect(found[100]?.reason).toBe("1 more of its messages are wrong");
    const fewer = await watch(...opened, client(Array(100).fill(1)));
    expect(fewer).toHaveLength(100);
  });
});
