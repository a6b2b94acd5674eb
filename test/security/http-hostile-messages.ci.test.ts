import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bytesOf, connectRaw, send } from "../runtime/http/raw.ts";
import {
  expectServed,
  headersOf,
  modernCall,
  post,
  serve,
  startSession,
  withHeaders,
} from "../runtime/http/raw-server.ts";
import {
  batching,
  cancel,
  initializeAs,
  modernRequest,
  notification,
  request,
} from "../runtime/revisions.ts";
import { freshId, hostileLines } from "./hostile-lines.ts";
import { leaveUnrecorded } from "../support/wire-check.ts";
import { fc } from "../support/random.ts";

// The check of the wire follows ids, which these clients use as they like.
leaveUnrecorded("server");

const uncaught: unknown[] = [];
const listener = (reason: unknown): void => void uncaught.push(reason);
beforeAll(() => {
  process.on("unhandledRejection", listener);
  process.on("uncaughtException", listener);
});
afterAll(async () => {
  await pause(20);
  process.off("unhandledRejection", listener);
  process.off("uncaughtException", listener);
  expect(uncaught).toEqual([]);
});

const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, ms));

describe("messages that are nearly right", () => {
  const calls: [string, Record<string, unknown>?][] = [
    ["ping"],
    ["tools/list", { cursor: "a" }],
    [
      "tools/call",
      { name: "echo", arguments: { a: 1 }, _meta: { progressToken: 1 } },
    ],
    [
      "tools/call",
      { name: "tell", arguments: {}, _meta: { progressToken: 2 } },
    ],
    ["tools/call", { name: "mirror", arguments: { region: "eu" } }],
    ["resources/read", { uri: "a://1/2" }],
    ["resources/subscribe", { uri: "a://1/2" }],
    ["prompts/get", { name: "p", arguments: { constructor: "a" } }],
    ["server/discover", {}],
    ["logging/setLevel", { level: "debug" }],
  ];
  const messages = [
    ...calls.map(([method, params]) => request(freshId, method, params)),
    ...calls.map(([method, params]) => modernRequest(freshId, method, params)),
    initializeAs("2025-11-25"),
    initializeAs(batching),
    notification("notifications/initialized"),
    cancel(1, "why"),
    { jsonrpc: "2.0", id: freshId, result: {} },
    { jsonrpc: "2.0", id: freshId, error: { code: 1, message: "" } },
  ];

  test("are all answered, in each era, and end nothing", async () => {
    const server = await serve({ sessions: { max: 100_000 } });
    const sessions = [
      await startSession(server.port),
      await startSession(server.port, { revision: batching }),
    ];
    const ways = [
      headersOf(server.port),
      modernCall(server.port, "echo").headers,
      ...sessions.map(({ headers }) =>
        withHeaders(headersOf(server.port), headers),
      ),
    ];
    try {
      await fc.assert(
        fc.asyncProperty(hostileLines(messages), async (lines) => {
          for (const [at, line] of lines.entries()) {
            // Each way in turn; headers that fit the body where there are some.
            const base = ways[at % ways.length] ?? [];
            const { method, params } = namesOf(line);
            const headers = withHeaders(base, [
              ["Mcp-Method", method],
              ["Mcp-Name", params],
            ]);
            const answer = await send(
              server.port,
              bytesOf({ headers, body: line }),
            );
            expect([200, 202, 400, 404, 500]).toContain(answer.status);
            if (answer.status === 500) expect(answer.body).toContain("-32603");
          }
        }),
        { numRuns: 60 },
      );
      await expectServed(server.port);
      for (const session of sessions)
        expect(await session.call("echo", {}, "last")).toHaveProperty("result");
    } finally {
      await server.close();
    }
  });
});

/** What the headers of the stateless revision repeat of a body, if it says so. */
function namesOf(line: string): { method: string; params: string } {
  const find = (key: string): string => {
    const [, text = ""] =
      new RegExp(`"${key}":"([\\w:/.-]*)"`).exec(line) ?? [];
    return text === "" ? "a" : text;
  };
  return {
    method: find("method"),
    params: find(line.includes('"uri"') ? "uri" : "name"),
  };
}

test("a framework's own stream that is gone ends nothing", async () => {
  const server = await serve();
  try {
    for (let count = 0; count < 30; count++) {
      const connection = connectRaw(server.port);
      connection.write(
        bytesOf(
          modernCall(
            server.port,
            "tell",
            { count: 100 },
            { meta: { progressToken: 1 } },
          ),
        ),
      );
      await pause(count % 5);
      connection.socket.resetAndDestroy();
    }
    await expectServed(server.port);
  } finally {
    await server.close();
  }
});

test("a client's bytes after its own end are no error of the server's", async () => {
  const server = await serve();
  try {
    for (const bytes of ["\r\n", "GET", "\u0000", "x".repeat(100_000)]) {
      const connection = connectRaw(server.port);
      connection.write(bytesOf(post(server.port, request(1, "ping"))));
      await connection.next();
      connection.write(bytes);
      connection.socket.end();
      await connection.closed();
    }
    await expectServed(server.port);
    expect(server.errors).toEqual([]);
  } finally {
    await server.close();
  }
});
