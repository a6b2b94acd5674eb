import { describe, expect, test } from "vitest";
import {
  client,
  failure,
  handshake,
  notification,
  read,
  request,
  result,
  server,
  stateless,
  toolResult,
} from "./traffic.ts";
import { plain, said, watching } from "./watch.ts";

const watch = watching();
const opened = handshake("2025-11-25");
const call = (id: unknown) => request(id, "tools/call", { name: "a" });

describe("a recording that begins in mid-stream", () => {
  test("may have answers whose requests were before it", async () => {
    const found = await watch(
      server(result(41, toolResult)),
      client(failure(42)),
      plain(result(43, {})),
      plain(failure(44)),
    );
    expect(found.map(said)).toEqual([
      "1 server - unknown-answer id (warning)",
      "2 client - unknown-answer id (warning)",
      "3 ? - unknown-answer id (warning)",
      "4 ? - unknown-answer id (warning)",
    ]);
    expect(found[0]?.reason).toMatch(/older than the recording/);
  });

  test("has no answer twice", async () => {
    const found = await watch(
      client(call(1)),
      server(result(1, toolResult)),
      server(result(1, toolResult)),
      plain(call(2)),
      plain(result(2, toolResult)),
      plain(result(2, toolResult)),
    );
    expect(found.map(said)).toEqual([
      "3 server - repeated-answer id",
      "6 ? - repeated-answer id",
    ]);
  });

  test("is judged like any other once a handshake is seen", async () => {
    const found = await watch(
      server(result(41, toolResult)),
      ...opened,
      server(result(42, toolResult)),
      client(failure(43)),
    );
    expect(found.map(said)).toEqual([
      "1 server - unknown-answer id (warning)",
      "5 server - unknown-answer id",
      "6 client - unknown-answer id",
    ]);
  });

  test("has its requests, and what is wrong with their results is certain", async () => {
    const found = await watch(plain(call(1)), plain(result(1, { content: 7 })));
    expect(found.map(said)).toEqual([
      "2 server tools/call wrong-type result.content",
    ]);
  });
});

describe("an answer from before a handshake", () => {
  test("is held against the revision that was spoken then", async () => {
    const error = { code: -32042, message: "Ask", data: { elicitations: 1 } };
    const found = await watch(
      ...opened,
      client(call(1)),
      client(call(2)),
      ...handshake("2024-11-05"),
      server({ jsonrpc: "2.0", id: 1, error }),
      server(result(2, { content: [{ type: "audio" }] })),
    );
    expect(found.map(({ line, revision }) => [line, revision])).toEqual([
      [9, "2025-11-25"],
      [10, "2025-11-25"],
    ]);
    expect(found[1]?.path).toEqual(["result", "content", 0, "data"]);
  });

  test("is right when a client has probed for something newer", async () => {
    const probe = request(0, "server/discover", stateless("2026-07-28"));
    const found = await watch(
      client(probe),
      ...opened,
      server(failure(0, -32601)),
    );
    expect(found).toEqual([]);
  });

  test("is held against what its request names", async () => {
    const asked = request(1, "tools/list", stateless("2026-07-28"));
    const answer = { tools: [], ttlMs: 0, cacheScope: "private" };
    const found = await watch(
      client(asked),
      client({ ...asked, id: 2 }),
      ...opened,
      server(result(1, { ...answer, resultType: "complete" })),
      server(result(2, { ...answer, resultType: 7 })),
    );
    expect(found.map(({ line, revision }) => [line, revision])).toEqual([
      [7, "2026-07-28"],
    ]);
  });

  test("is one that nobody asked for, when it has come before", async () => {
    const answer = server(result(1, toolResult));
    const found = await watch(
      ...opened,
      client(call(1)),
      answer,
      ...opened,
      answer,
    );
    expect(found.map(said)).toEqual(["9 server - unknown-answer id"]);
  });

  test("is not taken for that of a newer request", async () => {
    const found = await watch(
      client(call(1)),
      ...opened,
      client(request(1, "tools/list")),
      server(result(1, { tools: 7 })),
    );
    expect(found.map(said)).toEqual([
      "6 server tools/list wrong-type result.tools",
    ]);
  });
});

describe("a message that could not be read", () => {
  const lines = opened.map((line) => `${JSON.stringify(line)}\n`);
  const answer = `${JSON.stringify(server(result(5, toolResult)))}\n`;
  const asked = JSON.stringify(client(call(5)));
  const unreadable = {
    "too long": `${asked.slice(0, -1)}${" ".repeat(1000)}}\n`,
    "not JSON": `${asked.slice(0, -1)},}\n`,
    "not UTF-8": Buffer.from(asked.replace('"a"', '"\u00ff"'), "latin1"),
  };

  test.each(Object.entries(unreadable))(
    "because it is %s may have asked for an answer",
    async (_, line) => {
      const bytes = Buffer.concat([Buffer.from(line), Buffer.from("\n")]);
      const found = await read([...lines, bytes, answer, ...lines, answer], {
        revisions: ["2025-11-25"],
        lineLimit: 400,
      });
      const told = found.map(({ code, severity }) => `${code} ${severity}`);
      // The second handshake begins with all lines read.
      expect(told.slice(1)).toEqual([
        "unknown-answer warning",
        "unknown-answer error",
      ]);
      expect(found[1]?.reason).toMatch(/could not be read$/);
    },
  );

  test("is in no line of something else", async () => {
    const noise = "Server listening\n[debug] ready\n";
    const found = await read([...lines, noise, answer], {
      revisions: ["2025-11-25"],
    });
    expect(found.map(said)).toEqual([
      "4 ? - not-json",
      "5 ? - not-json",
      "6 server - unknown-answer id",
    ]);
  });

  test("for what it is may be refused, but an answer is not answered", async () => {
    const found = await watch(
      ...opened,
      client({ jsonrpc: "2.0", id: 5 }),
      server(failure(5, -32600)),
      client({ id: 6, method: "ping" }),
      server(failure(6, -32600)),
      client({ jsonrpc: "1.0", id: 7, result: {} }),
      server(failure(7, -32600)),
      client(7),
      client({ ...request(8, "ping"), result: {} }),
      server(failure(8, -32600)),
    );
    expect(found.map(said)).toEqual([
      "4 client - invalid-message",
      "6 client - invalid-message jsonrpc",
      "8 client - invalid-message jsonrpc",
      "9 server - unknown-answer id",
      "10 client - invalid-message",
      "11 client - invalid-message",
    ]);
  });
});

test("what is cancelled twice under one id cancels neither", async () => {
  const cancelled = notification("notifications/cancelled", { requestId: 1 });
  const found = await watch(
    ...opened,
    plain(call(1)),
    plain(request(1, "roots/list")),
    plain(cancelled),
    plain(result(1, toolResult)),
    plain(result(1, { roots: [] })),
  );
  expect(found).toEqual([]);
});
