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
const opened = handshake("2025-11-25").map(({ message }) => message);
const ping = request(1, "ping");
const pong = result(1, {});
const call = request(1, "tools/call", { name: "a" });
const content = [{ type: "text", text: "sunny" }];
const sampling = request(1, "sampling/createMessage", {
  maxTokens: 1,
  messages: [],
});
const elicitation = request(1, "elicitation/create", {
  message: "When?",
  requestedSchema: { type: "object", properties: {} },
});

/** What is found in messages of which nobody says who has sent them. */
async function found(...messages: readonly unknown[]): Promise<string[]> {
  const findings = await watch(...[...opened, ...messages].map(plain));
  return findings.map(said);
}

describe("without directions", () => {
  test("each side may use an id once, one after the other or at once", async () => {
    expect(await found(ping, pong, ping, pong)).toEqual([]);
    expect(await found(ping, ping, pong, pong)).toEqual([]);
    expect(await found(ping, pong, ping, pong, ping, pong)).toEqual([
      "8 ? ping repeated-id id",
    ]);
    expect(await found(ping, ping, ping)).toEqual(["6 ? ping repeated-id id"]);
  });

  test("ids are free again after a handshake", async () => {
    const twice = [ping, pong, ping, pong];
    expect(await found(...twice, ...opened, ...twice)).toEqual([]);
  });

  test("an id that a known side has used is left for the other", async () => {
    const roots = request(1, "roots/list");
    const rooted = result(1, { roots: [] });
    const told = await found(call, result(1, toolResult), roots, rooted, ping);
    expect(told).toEqual(["8 ? ping repeated-id id"]);
    expect(await found(call, result(1, toolResult), call)).toEqual([
      "6 client tools/call repeated-id id",
    ]);
  });

  test("an answer that fits two requests leaves the next one either", async () => {
    const level = request(1, "logging/setLevel", { level: "info" });
    const roots = request(1, "roots/list");
    const rooted = result(1, { roots: [] });
    expect(await found(level, roots, rooted, pong)).toEqual([]);
    expect(await found(level, roots, pong, rooted)).toEqual([]);
    expect(await found(level, roots, rooted, rooted)).toEqual([]);
    expect(await found(level, roots, pong, pong)).toEqual([
      "7 client roots/list wrong-type result.roots",
    ]);
  });

  test("a result of sampling is none of a tool, though it fits", async () => {
    const sampled = result(1, { role: "user", model: "m", content });
    expect(await found(call, sampling, sampled, result(1, toolResult))).toEqual(
      [],
    );
    expect(await found(call, sampling, result(1, toolResult), sampled)).toEqual(
      [],
    );
  });

  test("an error may be that of either request", async () => {
    const accepted = result(1, { action: "accept" });
    const good = result(1, toolResult);
    expect(await found(call, elicitation, failure(1), good)).toEqual([]);
    expect(await found(call, elicitation, failure(1), accepted)).toEqual([]);
    expect(await found(call, elicitation, failure(1), failure(1))).toEqual([]);
    expect(await found(call, elicitation, failure(1), good, good)).toEqual([
      "8 ? - repeated-answer id",
    ]);
    const wrong = await found(call, elicitation, failure(1), result(1, {}));
    expect(wrong).toHaveLength(1);
    expect(wrong[0]).toMatch(/wrong-type/);
  });

  test("an answer is rather that of a request that was not cancelled", async () => {
    const requestId = 1;
    const cancelled = notification("notifications/cancelled", { requestId });
    const told = await found(ping, cancelled, ping, pong, pong);
    expect(told).toEqual(["8 ? ping late-answer id (warning)"]);
  });
});

test("where some messages have a direction, the others may be of either side", async () => {
  const told = await watch(
    ...opened.map(plain),
    client(call),
    plain(ping),
    server(result(1, toolResult)),
    plain(pong),
  );
  expect(told).toEqual([]);
});

test("a cancellation is of a request that waits", async () => {
  const cancelled = notification("notifications/cancelled", { requestId: 1 });
  const told = await watch(
    ...opened.map(plain),
    plain(ping),
    plain(pong),
    client(call),
    client(cancelled),
    server(result(1, toolResult)),
  );
  expect(told.map(said)).toEqual([
    "8 server tools/call late-answer id (warning)",
  ]);
});

describe("with directions", () => {
  test("numbers beyond the safe ones are not told to be used before", async () => {
    const large = (digits: string) => Number(`900719925474099${digits}`);
    const findings = await watch(
      ...handshake("2025-11-25"),
      client(request(large("3"), "ping")),
      client(request(large("2"), "ping")),
      server(result(large("3"), {})),
      server(result(large("2"), {})),
    );
    expect(findings).toEqual([]);
  });

  test("a broken message does not use its id", async () => {
    const findings = await watch(
      ...handshake("2025-11-25"),
      client({ jsonrpc: "2.0", id: 1 }),
      client(call),
      server(result(1, toolResult)),
      client({ jsonrpc: "2.0", id: 2 }),
      server(failure(2)),
      client(request(2, "tools/list")),
    );
    expect(findings.map(said)).toEqual([
      "4 client - invalid-message",
      "7 client - invalid-message",
    ]);
  });

  test("two requests under one id have an answer each", async () => {
    const findings = await watch(
      ...handshake("2025-11-25"),
      client(call),
      client(request(1, "tools/list")),
      server(result(1, { tools: [] })),
      server(result(1, toolResult)),
      server(result(1, toolResult)),
    );
    expect(findings.map(said)).toEqual([
      "5 client tools/list repeated-id id",
      "8 server - repeated-answer id",
    ]);
  });

  test("of three requests under one id the one that waits is known", async () => {
    const findings = await watch(
      ...handshake("2025-11-25"),
      client(call),
      client(request(1, "tools/list")),
      server(result(1, { tools: [] })),
      client(ping),
      server(result(1, toolResult)),
      server(pong),
    );
    expect(findings.map(said)).toEqual([
      "5 client tools/list repeated-id id",
      "7 client ping repeated-id id",
    ]);
  });

  test("an id waits while any request under it does", async () => {
    const ask = (method: string, params = {}) =>
      client(request(1, method, stateless("2026-07-28", params)));
    const findings = await watch(
      ask("tools/list"),
      ask("tools/call", { name: "a" }),
      server(result(1, { ...toolResult, resultType: "complete" })),
      ask("tools/call", { name: "a" }),
    );
    expect(findings.map(said)).toEqual([
      "2 client tools/call repeated-id id",
      "4 client tools/call repeated-id id",
    ]);
  });
});
