import { createServer, type RequestListener } from "node:http";
import { gzipSync } from "node:zlib";
import type { AddressInfo } from "node:net";
import * as oauth from "oauth4webapi";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { AuthorizationError } from "../../../../src/runtime/auth/client/errors.ts";
import { libraryOptions } from "../../../../src/runtime/auth/client/fetch/custom-fetch.ts";
import {
  createSafeFetch,
  withoutLoopback,
  type SafeFetch,
  type SafeFetchOptions,
  type SafeRequest,
} from "../../../../src/runtime/auth/client/fetch/safe-fetch.ts";
import { createWeb, type Page } from "./web.ts";

const host = "https://as.example.com";

afterEach(() => void vi.useRealTimers());

function get(url: string, more: Partial<SafeRequest> = {}): SafeRequest {
  return { url, method: "GET", ...more };
}

function redirect(status: number, location: string): () => Response {
  return () => new Response(null, { status, headers: { location } });
}

function over(
  pages: Readonly<Record<string, Page>>,
  options: SafeFetchOptions = {},
): { fetch: SafeFetch; asked: () => readonly string[] } {
  const web = createWeb(pages);
  const fetch = createSafeFetch({ fetch: web.fetch, ...options });
  return { fetch, asked: () => web.asked };
}

const refusedUrls: readonly (readonly [url: string, why: RegExp])[] = [
  ["http://as.example.com/token", /must be https/],
  ["http://169.254.169.254/latest/meta-data", /must be https/],
  ["http://127.0.0.1.example.com/", /must be https/],
  ["http://localhost.example.com/", /must be https/],
  ["http://128.0.0.1/", /must be https/],
  ["http://[::ffff:127.0.0.1]/", /must be https/],
  ["http://0.0.0.0/", /must be https/],
  ["http://localhost./", /must be https/],
  ["javascript:alert(1)", /must be https/],
  [" java\nscript:alert(1)", /must be https/],
  ["data:text/html,x", /must be https/],
  ["file:///etc/passwd", /must be https/],
  ["ftp://as.example.com/", /must be https/],
  ["https://user:secret-word@as.example.com/", /credentials/],
  ["https://as.example.com/#fragment", /fragment/],
  ["/relative", /no URL/],
  ["", /no URL/],
];

test.each(refusedUrls)("%s is no address to ask", async (url, why) => {
  const { fetch, asked } = over({}, { allowLoopback: true });
  const error: unknown = await fetch(get(url)).catch((error: unknown) => error);
  expect(error).toMatchObject({
    reason: "unsafe-address",
    message: expect.stringMatching(why),
  });
  expect(String(error)).not.toContain("secret-word");
  expect(asked()).toEqual([]);
});

test.each([
  "http://localhost:1/x",
  "http://127.0.0.1:1/x",
  "http://127.9.9.9/x",
  "http://2130706433/x",
  "http://[::1]:1/x",
])("%s is asked where loopback is allowed, and nowhere else", async (url) => {
  const pages = { [new URL(url).href]: { fine: true } };
  const { fetch } = over(pages, { allowLoopback: true });
  expect((await fetch(get(url))).status).toBe(200);
  const strict = over(pages);
  await expect(strict.fetch(get(url))).rejects.toThrow(/allowLoopback/);
  expect(strict.asked()).toEqual([]);
  const remote = withoutLoopback(fetch);
  await expect(remote(get(url))).rejects.toThrow(/on loopback/);
});

test.each([301, 302, 303, 307, 308])(
  "a GET follows a redirect with %i within its origin",
  async (status) => {
    const { fetch, asked } = over({
      [`${host}/a`]: redirect(status, "/b#part"),
      [`${host}/b`]: { here: true },
    });
    expect((await fetch(get(`${host}/a`))).text).toBe('{"here":true}');
    expect(asked()).toEqual([`GET ${host}/a`, `GET ${host}/b`]);
  },
);

test.each([
  "https://evil.example.com/",
  "https://as.example.com:8443/",
  "http://as.example.com/a",
  "//evil.example.com/",
  "https://as.example.com@evil.example.com/",
  "javascript:alert(1)",
  "https://[",
])("a redirect to %s is not followed", async (location) => {
  const { fetch, asked } = over({ [`${host}/a`]: redirect(302, location) });
  const refused = expect(fetch(get(`${host}/a`))).rejects;
  await refused.toMatchObject({ reason: "unsafe-address" });
  expect(asked()).toEqual([`GET ${host}/a`]);
});

const secrets: readonly (readonly [string, SafeRequest])[] = [
  ["a body", { url: `${host}/a`, method: "POST", body: "code=hush-hush" }],
  [
    "a header",
    get(`${host}/a`, {
      hasSecret: true,
      headers: { authorization: "hush-hush" },
    }),
  ],
];

test.each(
  secrets.flatMap(([what, request]) =>
    [301, 302, 303, 307, 308].map((status) => [what, status, request] as const),
  ),
)(
  "%s with a secret follows no %i, even within the origin",
  async (_, status, request) => {
    const { fetch, asked } = over({ [`${host}/a`]: redirect(status, "/b") });
    const error: unknown = await fetch(request).catch(
      (error: unknown) => error,
    );
    expect(error).toMatchObject({ reason: "unsafe-address" });
    expect(String(error)).not.toContain("hush-hush");
    expect(asked()).toHaveLength(1);
  },
);

test("redirects in a circle end", async () => {
  const { fetch, asked } = over({ [`${host}/a`]: redirect(302, "/a") });
  await expect(fetch(get(`${host}/a`))).rejects.toThrow(/more than 5 times/);
  expect(asked()).toHaveLength(6);
});

test("a fetch that follows by itself is caught when it has left the origin", async () => {
  const response = Response.json({ issuer: host });
  Object.defineProperties(response, {
    redirected: { value: true },
    url: { value: "https://evil.example.com/" },
  });
  const { fetch } = over({ [`${host}/a`]: () => response });
  await expect(fetch(get(`${host}/a`))).rejects.toThrow(/another origin/);
});

test("a redirect that a browser hides is not followed", async () => {
  const response = Response.json({ issuer: host });
  Object.defineProperty(response, "type", { value: "opaqueredirect" });
  const { fetch } = over({ [`${host}/a`]: () => response });
  await expect(fetch(get(`${host}/a`))).rejects.toThrow(/redirects/);
});

/** A body that never ends, and says how much of it was read, and whether it was let go of. */
function endless(wait: () => Promise<void> | void): {
  response: (status?: number) => Response;
  read: { bytes: number; isCancelled: boolean };
} {
  const read = { bytes: 0, isCancelled: false };
  const body = (): ReadableStream<Uint8Array> =>
    new ReadableStream(
      {
        async pull(controller) {
          await wait();
          if (read.isCancelled) return;
          read.bytes += 65_536;
          controller.enqueue(new Uint8Array(65_536).fill(32));
        },
        cancel() {
          read.isCancelled = true;
        },
      },
      { highWaterMark: 0 },
    );
  return { response: (status = 200) => new Response(body(), { status }), read };
}

test("an endless answer is left at 1 MiB", async () => {
  const { response, read } = endless(() => undefined);
  const { fetch } = over({ [`${host}/a`]: () => response() });
  const refused = expect(fetch(get(`${host}/a`))).rejects;
  await refused.toMatchObject({
    reason: "unreachable",
    message: expect.stringContaining("longer than 1048576 bytes"),
  });
  expect(read.isCancelled).toBe(true);
  expect(read.bytes).toBeLessThanOrEqual(2 ** 20 + 2 * 65_536);
});

test("an answer of 1 MiB is not too long", async () => {
  const text = "x".repeat(2 ** 20);
  const { fetch } = over({ [`${host}/a`]: () => new Response(text) });
  expect((await fetch(get(`${host}/a`))).text).toBe(text);
});

test("of an endless page that says there is nothing, the status counts", async () => {
  const { response, read } = endless(() => undefined);
  const { fetch } = over({ [`${host}/a`]: () => response(404) });
  expect((await fetch(get(`${host}/a`))).status).toBe(404);
  expect(read.isCancelled).toBe(true);
});

test("an answer in drips ends after 30 seconds, also when the fetch knows no signal", async () => {
  vi.useFakeTimers();
  const { response, read } = endless(
    () => new Promise((resolve) => setTimeout(resolve, 9_000)),
  );
  const { fetch } = over({ [`${host}/a`]: () => response() });
  const result = fetch(get(`${host}/a`)).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(29_999);
  expect(read.isCancelled).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(await result).toMatchObject({
    reason: "unreachable",
    message: `${host}/a did not answer within 30000 ms`,
  });
  expect(read.isCancelled).toBe(true);
  expect(vi.getTimerCount()).toBeLessThanOrEqual(1);
});

test("a server that never answers is left after 30 seconds, and its connection is let go of", async () => {
  vi.useFakeTimers();
  const signals: unknown[] = [];
  const fetch = createSafeFetch({
    fetch: (_, init) => {
      signals.push(init.signal);
      return new Promise(() => {});
    },
  });
  const result = fetch(get(`${host}/a`)).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(await result).toMatchObject({ reason: "unreachable" });
  expect(signals).toMatchObject([{ aborted: true }]);
  expect(vi.getTimerCount()).toBe(0);
});

test("redirects share the time of their request", async () => {
  vi.useFakeTimers();
  const slow = async (): Promise<Response> => {
    await new Promise((resolve) => setTimeout(resolve, 12_000));
    return new Response(null, { status: 302, headers: { location: "/a" } });
  };
  const fetch = createSafeFetch({ fetch: slow });
  const result = fetch(get(`${host}/a`)).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(await result).toMatchObject({ reason: "unreachable" });
});

test("whoever aborts gets their own reason", async () => {
  const abort = new AbortController();
  const reason = new Error("closed");
  const fetch = createSafeFetch({ fetch: () => new Promise(() => {}) });
  const result = fetch(get(`${host}/a`, { signal: abort.signal }));
  abort.abort(reason);
  await expect(result).rejects.toBe(reason);
  await expect(fetch(get(`${host}/a`, { signal: abort.signal }))).rejects.toBe(
    reason,
  );
});

async function listening(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

test.each([
  ["GET", 302],
  ["POST", 307],
] as const)(
  "over a network, a %s that is answered with %i asks nobody else",
  async (method, status) => {
    const elsewhere: string[] = [];
    const location = await listening(({ url = "" }, response) => {
      elsewhere.push(url);
      response.end("{}");
    });
    const url = await listening((_, response) => {
      response.writeHead(status, { location }).end();
    });
    const fetch = createSafeFetch({ allowLoopback: true });
    const body = method === "POST" ? { body: "code=hush-hush" } : {};
    await expect(fetch({ url, method, ...body })).rejects.toThrow(
      /redirects to/,
    );
    expect(elsewhere).toEqual([]);
  },
);

test("a bomb is measured as it goes off: 1 MiB of what was compressed", async () => {
  const bomb = gzipSync(new Uint8Array(64 * 2 ** 20));
  const url = await listening((_, response) => {
    response.writeHead(200, { "content-encoding": "gzip" }).end(bomb);
  });
  const fetch = createSafeFetch({ allowLoopback: true });
  await expect(fetch(get(url))).rejects.toThrow(/longer than 1048576 bytes/);
});

test("a fetch that refuses an address is heard as it says it", async () => {
  const refusal = new AuthorizationError("unsafe-address", "it is private");
  const { fetch } = over({ [`${host}/a`]: refusal });
  await expect(fetch(get(`${host}/a`))).rejects.toBe(refusal);
});

test("a server that is not there is told of by where and why, and not by what it was sent", async () => {
  const url = await listening(() => undefined);
  const gone = new URL(url);
  gone.port = "1";
  const fetch = createSafeFetch({ allowLoopback: true });
  const result = fetch({
    url: `${gone.href}token?key=hush-hush`,
    method: "POST",
    body: "secret=hush-hush",
  });
  const error: unknown = await result.catch((error: unknown) => error);
  expect(error).toMatchObject({ reason: "unreachable" });
  expect(String(error)).toMatch(/127\.0\.0\.1:1\/token cannot be read: .*/);
  expect(String(error)).not.toContain("hush-hush");
});

test.each([
  [
    "a mark of its bytes' order",
    new Uint8Array([0xef, 0xbb, 0xbf, 0x7b, 0x7d]),
    "{}",
  ],
  ["bytes that are no UTF-8", new Uint8Array([0x61, 0xff, 0x62]), "a\ufffdb"],
])("an answer may have %s", async (_, bytes, text) => {
  const { fetch } = over({ [`${host}/a`]: () => new Response(bytes) });
  expect((await fetch(get(`${host}/a`))).text).toBe(text);
});

test("oauth4webapi asks by it, so that its secrets follow no redirect", async () => {
  const { fetch, asked } = over({
    [`${host}/token`]: redirect(307, "https://evil.example.com/token"),
  });
  const server = { issuer: host, token_endpoint: `${host}/token` };
  const request = oauth.refreshTokenGrantRequest(
    server,
    { client_id: "c" },
    oauth.None(),
    "hush-hush",
    libraryOptions(fetch, new AbortController().signal),
  );
  await expect(request).rejects.toMatchObject({ reason: "unsafe-address" });
  expect(asked()).toEqual([`POST ${host}/token`]);
});

test("oauth4webapi reads what comes through it, whatever type it says it has", async () => {
  const token = { access_token: "t", token_type: "bearer", expires_in: 60 };
  const text = JSON.stringify(token);
  const { fetch } = over({
    [`${host}/token`]: () =>
      new Response(text, {
        headers: { "content-type": "text/plain", "content-encoding": "gzip" },
      }),
  });
  const server = { issuer: host, token_endpoint: `${host}/token` };
  const client = { client_id: "c" };
  const options = libraryOptions(fetch, new AbortController().signal);
  const response = await oauth.refreshTokenGrantRequest(
    server,
    client,
    oauth.None(),
    "r",
    options,
  );
  expect(
    await oauth.processRefreshTokenResponse(server, client, response),
  ).toMatchObject(token);
});
