import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import {
  createHttpHandler,
  type HttpOptions,
} from "../../../src/runtime/http.ts";
import { httpTransport } from "../../../src/runtime/http-client.ts";
import { listen, type ListenOptions } from "../../../src/runtime/http-node.ts";
import { all, modern, serverOf } from "../revisions.ts";

const mistakes: readonly [unknown, string][] = [
  [{ maxBodyBytes: 0 }, "maxBodyBytes is an integer from 1 on, not 0"],
  [{ maxBodyBytes: "1" }, 'maxBodyBytes is an integer from 1 on, not "1"'],
  [{ keepAliveMs: -1 }, "keepAliveMs is an integer from 0 on, not -1"],
  [{ retryMs: 0.5 }, "retryMs is an integer from 0 on, not 0.5"],
  [{ bodyTimeoutMs: NaN }, "bodyTimeoutMs is an integer from 1 on, not NaN"],
  [{ maxHeaderBytes: 0 }, "maxHeaderBytes is an integer from 1 on, not 0"],
  [{ maxDepth: Infinity }, "maxDepth is an integer from 1 on, not Infinity"],
  [{ maxValues: 0 }, "maxValues is an integer from 1 on, not 0"],
  [{ maxBatch: 0 }, "maxBatch is an integer from 1 on, not 0"],
  [{ maxRequests: 0 }, "maxRequests is an integer from 1 on, not 0"],
  [{ authorizeTimeoutMs: 0 }, "authorizeTimeoutMs is an integer from 1 on"],
  [{ maxStreams: 0 }, "maxStreams is an integer from 1 on, not 0"],
  [{ maxStreamMs: -1 }, "maxStreamMs is an integer from 0 on, not -1"],
  [{ maxStreamMs: Infinity }, "maxStreamMs is an integer from 0 on, not Inf"],
  [{ maxBufferedBytes: 0 }, "maxBufferedBytes is an integer from 1 on, not 0"],
  [{ sessions: { max: 0 } }, "sessions.max is an integer from 1 on, not 0"],
  [{ sessions: { idleMs: 0 } }, "sessions.idleMs is an integer from 1"],
  [{ sessions: { maxStreams: 0 } }, "sessions.maxStreams is an integer from 1"],
  [{ sessions: { maxKeptBytes: -1 } }, "sessions.maxKeptBytes is an integer"],
  [{ maxKeptBytes: Infinity }, "maxKeptBytes is an integer from 1 on, not Inf"],
  [{ maxKeptBytes: NaN }, "maxKeptBytes is an integer from 1 on, not NaN"],
  [{ maxKeptBytes: 0 }, "maxKeptBytes is an integer from 1 on, not 0"],
  [{ maxKeptBytes: -1 }, "maxKeptBytes is an integer from 1 on, not -1"],
  [{ maxClientInfoBytes: Infinity }, "maxClientInfoBytes is an integer from 1"],
  [{ maxUriBytes: 0 }, "maxUriBytes is an integer from 1 on, not 0"],
  [{ perClient: { maxKeptBytes: NaN } }, "perClient.maxKeptBytes is an integ"],
  [
    { maxKeptBytes: 10, perClient: { maxKeptBytes: 11 } },
    "perClient.maxKeptBytes is at most maxKeptBytes, 10, not 11",
  ],
  [{ perClient: { maxSessions: 0 } }, "perClient.maxSessions is an integer"],
  [{ perClient: { maxStreams: -1 } }, "perClient.maxStreams is an integer fr"],
  [{ perClient: { maxRequests: "1" } }, "perClient.maxRequests is an integer"],
  [{ perClient: 5 }, "perClient is an object, not 5"],
  [{ sessions: null }, "sessions is an object, or false, not object"],
  [{ sessions: 5 }, "sessions is an object, or false, not 5"],
  [{ eventStore: {} }, "eventStore is an object with append, read and delete"],
  [
    { eventStore: true },
    "eventStore is an object with append, read and delete",
  ],
  [{ clientKey: "x-forwarded-for" }, "clientKey is a function, not"],
  [{ responses: "json" }, 'responses is "auto" or "stream", not "json"'],
  [{ path: "mcp" }, "path is a path that begins with /, without a query, not"],
  [{ path: "/mcp?a" }, "path is a path that begins with /"],
  [{ healthPath: "" }, "healthPath is a path that begins with /"],
  [{ sse: 5 }, "sse is an object, which may be empty, not 5"],
  [{ sse: { path: "sse" } }, "sse.path is a path that begins with /"],
  [{ sse: { messagesPath: "a" } }, "sse.messagesPath is a path that begins"],
  [{ path: "/a", healthPath: "/a" }, "the path /a is for mcp and health"],
  [{ path: "/a", sse: { path: "/a" } }, "the path /a is for mcp and sse"],
  [{ sse: { messagesPath: "/sse" } }, "the path /sse is for sse and messages"],
  [{ allowedHosts: "example.com" }, "allowedHosts is names without port"],
  [{ allowedHosts: ["a:80"] }, "each of allowedHosts is names without port"],
  [{ allowedHosts: ["http://a"] }, "each of allowedHosts is names without"],
  [{ allowedOrigins: "http://a" }, "allowedOrigins is origins such as"],
  [{ allowedOrigins: ["a"] }, "each of allowedOrigins is origins such as"],
  [{ allowedOrigins: ["http://a/"] }, "each of allowedOrigins is origins such"],
  [{ authorize: "Bearer" }, 'authorize is a function, not "Bearer"'],
  [{ inputSchema: {} }, "inputSchema is a function, not object"],
];

describe("an option that is not sound", () => {
  test.each(mistakes)("of %j is told", (options, message) => {
    const create = (): unknown =>
      // What a program in JavaScript can give.
      createHttpHandler(serverOf(all), options as HttpOptions);
    expect(create).toThrow(TypeError);
    expect(create).toThrow(message);
  });

  test("is the transport of revisions that the server does not speak", () => {
    expect(() => createHttpHandler(serverOf([modern]), { sse: {} })).toThrow(
      "sse is for revisions with a handshake: there are none",
    );
  });

  test.each<[unknown, string]>([
    [{}, "port is an integer from 0 on, not undefined"],
    [{ port: -1 }, "port is an integer from 0 on, not -1"],
    [
      { port: 0, host: "0.0.0.0" },
      'host "0.0.0.0" is reached from other machines: say by which names in allowedHosts',
    ],
    [{ port: 0, maxConnections: 0 }, "maxConnections is an integer from 1 on"],
    [{ port: 0, sse: 5 }, "sse is an object, which may be empty, not 5"],
    [{ port: 0, maxDepth: 0 }, "maxDepth is an integer from 1 on, not 0"],
  ])("of %j keeps from listening", async (options, message) => {
    const listening = listen(serverOf(all), options as ListenOptions);
    await expect(listening).rejects.toThrow(TypeError);
    await expect(listening).rejects.toThrow(message);
  });
});

test("what is undefined is not given", async () => {
  // Settings that a program reads from elsewhere are such.
  const options = { path: undefined, maxDepth: undefined, sse: undefined };
  const handler = createHttpHandler(
    serverOf(all),
    options as unknown as HttpOptions,
  );
  expect(handler.status().closing).toBe(false);
  await handler.close();
});

test("a client whose transport is given a text is shown where its url goes", () => {
  expect(() => httpTransport("http://127.0.0.1/mcp" as never)).toThrow(
    "expected options with a url: httpTransport({ url })",
  );
  expect(() => httpTransport({ url: "/mcp" })).toThrow(
    "url: expected an absolute URL",
  );
});

test("a client's transport refuses an option that nobody reads, and says which there are", () => {
  const url = "http://127.0.0.1/mcp";
  const options = { url, header: { "x-key": "secret" } };
  const create = (): unknown => httpTransport(options);
  expect(create).toThrow(TypeError);
  const message =
    'httpTransport has no option "header": there are url, headers, fetch, auth, maxEventBytes, maxDepth, maxValues, reconnect, standaloneStream, eras, onWarning';
  expect(create).toThrow(message);
  const page = new URL("../../../docs/reference/errors.md", import.meta.url);
  expect(readFileSync(page, "utf8")).toContain(`- ${message}\n`);
});
