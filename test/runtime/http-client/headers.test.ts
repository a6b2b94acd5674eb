import { expect, describe, test } from "vitest";
import { createClient } from "../../../generated/index.ts";
import {
  bearer,
  httpTransport,
  type FetchLike,
} from "../../../src/runtime/http-client.ts";
import { modern } from "../revisions.ts";
import { connectTo } from "./http-client.ts";
import {
  discovered,
  json,
  result,
  serve,
  type Received,
} from "./http-server.ts";

const capabilities = { tools: {}, prompts: {}, resources: {} };

const results: { readonly [method: string]: object } = {
  "tools/call": { content: [] },
  "prompts/get": { messages: [] },
  "resources/read": { contents: [] },
  "tools/list": { tools: [] },
};

const answered = discovered((request, response) => {
  const method = String(request.message["method"]);
  json(response, result(request, results[method]));
}, capabilities);

/** What the server got of one call. */
async function sent(method: string, params: object): Promise<Received> {
  const server = await serve(answered);
  const { client } = await connectTo(server.url);
  await client.request(method, params);
  const [request] = server.called(method);
  if (!request) throw new Error(`${method} did not come`);
  return request;
}

describe("a request says in headers", () => {
  test("its types, its revision and its method", async () => {
    const { headers, message, method } = await sent("tools/list", {});
    expect(method).toBe("POST");
    expect(headers).toMatchObject({
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": modern,
      "mcp-method": "tools/list",
    });
    expect(headers).not.toHaveProperty("mcp-name");
    expect(headers).not.toHaveProperty("mcp-session-id");
    expect(message["params"]).toHaveProperty("_meta");
  });

  test.each([
    ["tools/call", { name: "add" }, "add"],
    ["prompts/get", { name: "a prompt" }, "a prompt"],
    ["resources/read", { uri: "file:///a/b?c=d" }, "file:///a/b?c=d"],
    ["tools/call", { name: "Hello, 世界" }, "=?base64?SGVsbG8sIOS4lueVjA==?="],
    ["tools/call", { name: " padded " }, "=?base64?IHBhZGRlZCA=?="],
    ["tools/call", { name: "line1\nline2" }, "=?base64?bGluZTEKbGluZTI=?="],
    [
      "tools/call",
      { name: "=?base64?literal?=" },
      "=?base64?PT9iYXNlNjQ/bGl0ZXJhbD89?=",
    ],
    [
      "tools/call",
      { name: "a\r\nx-evil: 1" },
      `=?base64?${btoa("a\r\nx-evil: 1")}?=`,
    ],
  ])("of %s with %j: %s", async (method, params, expected) => {
    const { headers } = await sent(method, params);
    expect(headers["mcp-name"]).toBe(expected);
    expect(headers["mcp-method"]).toBe(method);
    expect(headers).not.toHaveProperty("x-evil");
  });
});

describe("headers of the user", () => {
  test("go along with every request, and take nothing away", async () => {
    const server = await serve(answered);
    const headers = {
      Authorization: "Bearer a",
      ACCEPT: "text/html",
      "X-A": "b",
    };
    const { client } = await connectTo(server.url, { headers });
    await client.request("tools/list", {});
    expect(server.received).toHaveLength(2);
    for (const { headers: got } of server.received)
      expect(got).toMatchObject({
        authorization: "Bearer a",
        "x-a": "b",
        accept: "application/json, text/event-stream",
        "mcp-protocol-version": modern,
      });
  });

  test.each([{ "x-a": "b\r\nx-evil: 1" }, { "x a": "b" }])(
    "that HTTP does not allow are refused: %j",
    (headers) => {
      const url = "http://127.0.0.1/";
      expect(() => httpTransport({ url, headers })).toThrow(TypeError);
    },
  );
});

describe("what may be secret", () => {
  const headers = { "X-Key": "hush" };
  const connectBy = (url: string): Promise<unknown> =>
    createClient({ info: { name: "c", version: "1" } }).connect(
      httpTransport({ url, auth: bearer("hush"), fetch: () => refused }),
    );
  const thrownBy = async (act: () => unknown): Promise<unknown> => {
    try {
      return await act();
    } catch (error) {
      return error;
    }
  };
  const refused = Promise.reject(new Error("sent"));
  refused.catch(() => {});

  test.each([
    "http://a.example/",
    "http://10.0.0.1:8080/mcp",
    "http://0.0.0.0/",
    "http://localhost.a.example/",
    "http://127.0.0.1.a.example/",
    "http://[::ffff:127.0.0.1]/",
  ])("is not sent unencrypted to %s", async (url) => {
    const { origin } = new URL(url);
    for (const error of [
      await thrownBy(() => httpTransport({ url, headers })),
      await thrownBy(() => connectBy(url)),
    ]) {
      expect(error).toBeInstanceOf(TypeError);
      expect(String(error)).toContain(`unencrypted to ${origin}: use https:`);
      expect(String(error)).not.toContain("hush");
    }
    expect(() => httpTransport({ url, headers: {} })).not.toThrow();
  });

  test.each([
    "https://a.example/",
    "http://127.0.0.1/",
    "http://127.9.9.9:80/",
    "http://LOCALHOST:3000/mcp",
    "http://[::1]/",
    "http://2130706433/",
  ])("is sent to %s", async (url) => {
    expect(() => httpTransport({ url, headers })).not.toThrow();
    await expect(connectBy(url)).rejects.toThrow("sent");
  });
});

test.each(["ftp://a.example", "no url", "http://user:secret@a.example/"])(
  "no address of a server: %s",
  (url) => {
    expect(() => httpTransport({ url })).toThrow(TypeError);
  },
);

test.each([
  { maxEventBytes: 0 },
  { maxEventBytes: Number.NaN },
  { maxDepth: 0 },
  { maxValues: 1.5 },
  { reconnect: { attempts: -1 } },
  { reconnect: { delayMs: 0.5 } },
  { reconnect: { maxDelayMs: Infinity } },
])("no option that makes sense: %j", (options) => {
  const url = "http://127.0.0.1/";
  expect(() => httpTransport({ url, ...options })).toThrow(TypeError);
});

test("a fetch of the user sees a refusal first, and may ask again", async () => {
  const server = await serve((request, response) => {
    if (request.headers["authorization"] === "Bearer new")
      return answered(request, response);
    response.writeHead(401, { "www-authenticate": "Bearer" }).end();
  });
  const seen: number[] = [];
  const fetch: FetchLike = async (url, init) => {
    const first = await globalThis.fetch(url, init);
    seen.push(first.status);
    if (first.status !== 401) return first;
    const headers = new Headers(init.headers);
    headers.set("authorization", "Bearer new");
    return globalThis.fetch(url, { ...init, headers });
  };
  const { client } = await connectTo(server.url, { fetch });
  expect(await client.request("tools/list", {})).toMatchObject({ tools: [] });
  expect(seen).toEqual([401, 401]);
});
