import { describe, expect, test } from "vitest";
import {
  createEraCache,
  httpTransport,
} from "../../src/runtime/http-client.ts";
import {
  failureOf,
  handshakeOnly,
  modernOnly,
  open,
  soon,
} from "../runtime/http-client/hostile-client.ts";
import {
  errorOf,
  event,
  handshakeServer,
  jsonAnswer,
  modernServer,
  streamHead,
  whole,
  type RawAnswer,
  type RawRequest,
} from "../runtime/http-client/raw-server.ts";
import { decodeHeaderValue } from "../../src/runtime/http/shared/header-value.ts";
import { request } from "../runtime/revisions.ts";

const told = { resultType: "complete", ttlMs: 0, cacheScope: "private" };

const listing =
  (tools: readonly object[]): RawAnswer =>
  (asked, socket) =>
    void socket.write(jsonAnswer(asked, { ...told, tools }));

/** A tool with one argument of which a header has this name. */
function toolWith(header: unknown, key = "a"): object {
  const property = { type: "string", "x-mcp-header": header };
  // So that `__proto__` is a key as any other.
  const properties = Object.fromEntries([[key, property]]);
  return { name: "t", inputSchema: { type: "object", properties } };
}

/** What comes of a call with this argument of a tool that a server listed. */
async function callOf(
  tool: object,
  args: object,
): Promise<RawRequest | undefined> {
  const visited = await open(modernServer({ "tools/list": listing([tool]) }), {
    ...modernOnly,
    onWarning: () => {},
  });
  await visited.client.request("tools/list", {});
  const params = { name: "t", arguments: args };
  await visited.client
    .request("tools/call", params, { timeout: soon })
    .catch(() => {});
  return visited.server.called("tools/call")[0];
}

/** The headers that every call has. */
const usual = [
  "host",
  "connection",
  "content-type",
  "accept",
  "mcp-protocol-version",
  "mcp-method",
  "mcp-name",
  "accept-language",
  "sec-fetch-mode",
  "user-agent",
  "accept-encoding",
  "content-length",
];

describe("the name of a header that a server chose", () => {
  test.each([
    "Host",
    "Authorization",
    "Content-Length",
    "Transfer-Encoding",
    "Mcp-Session-Id",
    "__proto__",
    "constructor",
    "!#$%&'*+-.^_`|~",
    "x".repeat(500),
  ])("%s is no header of any other meaning", async (name) => {
    const sent = await callOf(toolWith(name), { a: "evil" });
    const more = [...(sent?.headers ?? [])].filter(
      ([header]) => !usual.includes(header),
    );
    expect(more).toEqual([[`mcp-param-${name.toLowerCase()}`, "evil"]]);
    expect(sent?.headers.get("host")).toMatch(/^127\.0\.0\.1:\d+$/);
    expect(sent?.message).toMatchObject({
      params: { arguments: { a: "evil" } },
    });
  });

  test.each([
    "a\r\nHost: evil",
    "a\nb",
    "a:",
    "a b",
    " a",
    "a\0",
    "\u00e9",
    "\u212a",
    "\u2028",
    "",
    1,
    null,
    ["a"],
    { toString: "a" },
  ])("%j is none", async (name) => {
    const warnings: Error[] = [];
    const visited = await open(
      modernServer({ "tools/list": listing([toolWith(name)]) }),
      { ...modernOnly, onWarning: (warning) => warnings.push(warning) },
    );
    const list = await visited.client.request("tools/list", {});
    expect(list).toMatchObject({ tools: [] });
    expect(warnings).toHaveLength(1);
  });
});

describe("a value in a header", () => {
  test.each([
    "a\r\nhost: evil",
    "a\nb",
    "\0",
    "\u007f",
    "\ud800",
    "\u{1f600}\u0301",
    " a ",
    "\ta",
    "=?base64?YQ==?=",
    "=?base64??=",
    "a, b; c=d",
    "%0d%0ahost: evil",
    "x".repeat(5_000),
  ])("is read as it was, and ends no line: %j", async (value) => {
    const sent = await callOf(toolWith("A"), { a: value });
    const header = sent?.headers.get("mcp-param-a");
    expect(header).toBeDefined();
    // Half a pair has no UTF-8.
    const sendable = Buffer.from(value).toString();
    expect(decodeHeaderValue(header ?? "")).toBe(sendable);
    const names = [...(sent?.headers.keys() ?? [])];
    expect(names.filter((name) => !usual.includes(name))).toEqual([
      "mcp-param-a",
    ]);
  });

  test.each(["__proto__", "constructor", "toString", "hasOwnProperty"])(
    "is never what an object inherits: %s",
    async (key) => {
      const sent = await callOf(toolWith("A", key), {});
      expect(sent?.headers.has("mcp-param-a")).toBe(false);
      expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false);
    },
  );

  test("that is too long for a server ends the call alone", async () => {
    const sent = callOf(toolWith("A"), { a: "x".repeat(200_000) });
    await expect(sent).resolves.toBeDefined();
  });

  test("of a name that a user chose ends no line", async () => {
    const visited = await open(modernServer(), modernOnly);
    for (const name of ["a\r\nhost: evil", "\0", "\u2028", "\ud800", ""]) {
      await visited.client
        .request("tools/call", { name }, { timeout: soon })
        .catch(() => {});
    }
    for (const { headers } of visited.server.called("tools/call"))
      expect(headers.get("host")).not.toBe("evil");
  });
});

test.each([
  { "x-a": "a\r\nhost: evil" },
  { "x-a\r\nhost": "evil" },
  { "x a": "b" },
  { "": "b" },
  { "x-a": "\u20ac" },
])("headers that HTTP does not allow are refused at once: %j", (headers) => {
  expect(() => httpTransport({ url: "http://a.invalid/", headers })).toThrow(
    TypeError,
  );
});

test.each([
  "ftp://a.invalid/",
  "file:///etc/passwd",
  "data:application/json,{}",
  "javascript:alert(1)",
  "http://user:secret@a.invalid/",
  "no url",
  "",
])("an address that is none is refused at once: %s", (url) => {
  const create = (): unknown => httpTransport({ url, eras: createEraCache() });
  expect(create).toThrow(TypeError);
  expect(create).not.toThrow("secret");
});

describe("what a server chose cannot break the lines of a log:", () => {
  /** Ends its line and colours the next, as a forged line of a log would. */
  const forged = "a\r\n\u001b[31m\u009b31m\u2028root logged in";

  async function expectOneLine(reported: readonly Error[]): Promise<void> {
    const told = (): string => reported.map(({ message }) => message).join();
    await expect.poll(told, { timeout: soon }).toContain("root logged in");
    expect(told()).not.toMatch(/[\p{Cc}\u2028\u2029]/u);
  }

  const refuse: RawAnswer = (asked, socket) => {
    const body = JSON.stringify(errorOf(asked, { code: 1, message: forged }));
    socket.write(whole(body, "application/json", 403));
  };

  test("the name of a tool that is left out", async () => {
    const tool = { ...toolWith("a b"), name: forged };
    const warnings: Error[] = [];
    const onWarning = (warning: Error): void => void warnings.push(warning);
    for (const options of [{}, { onWarning }]) {
      const visited = await open(
        modernServer({ "tools/list": listing([tool]) }),
        { ...modernOnly, ...options },
      );
      await visited.client.request("tools/list", {});
      const isTold = "onWarning" in options;
      await expectOneLine(isTold ? warnings : visited.errors);
    }
  });

  test("the reason why it refuses a notification", async () => {
    const visited = await open(
      handshakeServer({ "notifications/initialized": refuse }),
      handshakeOnly,
    );
    await expectOneLine(visited.errors);
  });

  test("the method of a request where a server may send none", async () => {
    const visited = await open(
      modernServer({
        "tools/call": (_, socket) =>
          void socket.end(streamHead() + event(request("a", forged))),
      }),
      modernOnly,
    );
    await failureOf(visited.client.request("tools/call", { name: "a" }));
    await expectOneLine(visited.errors);
  });
});
