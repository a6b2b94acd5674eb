import { once } from "node:events";
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
} from "node:http";
import type { AddressInfo, LookupFunction } from "node:net";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { createClient } from "../../../../generated/index.ts";
import {
  AuthorizationError,
  oauth,
} from "../../../../src/runtime/auth/index.ts";
import {
  httpTransport,
  type FetchLike,
} from "../../../../src/runtime/http-client.ts";
import {
  followLogin,
  startAuthorizationServer,
  startResource,
} from "../../../support/auth/index.ts";
import { publicFetch } from "../../../../src/runtime/auth/node.ts";
import { readAllowed } from "../../../../src/runtime/auth/node/fetch/allowed.ts";
import { publicLookup } from "../../../../src/runtime/auth/node/fetch/public-lookup.ts";
import { privateKind } from "../../../../src/runtime/auth/node/fetch/public-address.ts";
import { patient } from "../../wait.ts";

let server: Server;
let port = 0;
let asked: IncomingMessage[] = [];
let answer: RequestListener = (_, response) => response.end("hello");
beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(request);
    answer(request, response);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  ({ port } = server.address() as AddressInfo);
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** Runs with a server that answers like this. */
async function answering(
  listener: RequestListener,
  run: () => Promise<void>,
): Promise<void> {
  const before = answer;
  [answer, asked] = [listener, []];
  await run().finally(() => (answer = before));
}

/** A lookup that gives these addresses, one list each time, and the last one from then on. */
function names(...answers: string[][]): LookupFunction {
  let calls = 0;
  return vi.fn<LookupFunction>((_, { all }, callback) => {
    const found = answers[Math.min(calls++, answers.length - 1)] ?? [];
    const list = found.map((address) => ({
      address,
      family: address.includes(":") ? 6 : 4,
    }));
    if (all) callback(null, list);
    else callback(null, list[0]?.address ?? "", list[0]?.family ?? 4);
  });
}

async function refusal(sent: Promise<Response>): Promise<AuthorizationError> {
  const error = await sent.then(
    ({ status }) => new Error(`it answered ${status}`),
    (reason: unknown) => reason,
  );
  if (error instanceof AuthorizationError) return error;
  throw error;
}

const notPublic = [
  ["127.0.0.1", "loopback"],
  ["127.255.255.254", "loopback"],
  ["10.0.0.1", "private"],
  ["172.16.0.1", "private"],
  ["172.31.255.255", "private"],
  ["192.168.1.1", "private"],
  ["169.254.169.254", "link-local"],
  ["100.64.0.1", "shared with a provider"],
  ["100.127.255.255", "shared with a provider"],
  ["0.0.0.0", "unspecified"],
  ["0.1.2.3", "unspecified"],
  ["224.0.0.1", "multicast"],
  ["239.255.255.255", "multicast"],
  ["240.0.0.1", "reserved"],
  ["255.255.255.255", "reserved"],
  ["192.0.0.192", "reserved"],
  ["192.88.99.1", "reserved"],
  ["192.0.2.1", "for documentation"],
  ["198.51.100.1", "for documentation"],
  ["203.0.113.1", "for documentation"],
  ["198.19.255.255", "for benchmarks"],
  ["168.63.129.16", "of a cloud's host"],
  ["::", "unspecified"],
  ["::1", "loopback"],
  ["0:0:0:0:0:0:0:1", "loopback"],
  ["::127.0.0.1", "reserved"],
  ["::ffff:127.0.0.1", "loopback"],
  ["::ffff:7f00:1", "loopback"],
  ["0:0:0:0:0:ffff:0a00:0001", "private"],
  ["::ffff:a9fe:a9fe", "link-local"],
  ["::ffff:0:7f00:1", "reserved"],
  ["64:ff9b::7f00:1", "loopback"],
  ["64:ff9b::192.168.0.1", "private"],
  ["64:ff9b::", "unspecified"],
  ["64:ff9b:1::808:808", "reserved"],
  ["2002:7f00:1::1", "a tunnel to IPv4"],
  ["2002:808:808::1", "a tunnel to IPv4"],
  ["2001:0:4136:e378:8000:63bf:3fff:fdd2", "a tunnel to IPv4"],
  ["2001:db8::1", "for documentation"],
  ["3fff::1", "for documentation"],
  ["2001:2::1", "reserved"],
  ["fc00::1", "private"],
  ["fd00:ec2::254", "private"],
  ["fec0::1", "private"],
  ["fe80::1", "link-local"],
  ["fe80::1%eth0", "link-local"],
  ["::ffff:10.0.0.1%1", "private"],
  ["febf::1", "link-local"],
  ["ff02::1", "multicast"],
  ["100::1", "reserved"],
  ["5f00::1", "reserved"],
  ["4000::1", "reserved"],
  ["not an address", "no address"],
  ["", "no address"],
] as const;

const isPublic = [
  "1.1.1.1",
  "8.8.8.8",
  "9.255.255.255",
  "11.0.0.0",
  "100.63.255.255",
  "100.128.0.0",
  "126.255.255.255",
  "128.0.0.0",
  "172.15.255.255",
  "172.32.0.0",
  "192.0.1.0",
  "192.167.255.255",
  "198.17.255.255",
  "198.20.0.0",
  "223.255.255.255",
  "2606:4700:4700::1111",
  "2001:4860:4860::8888",
  "2a00:1450::1",
  "::ffff:8.8.8.8",
  "64:ff9b::808:808",
] as const;

describe("an address", () => {
  test.each(notPublic)("%s is not public: %s", (address, kind) => {
    expect(privateKind(address)).toBe(kind);
  });

  test.each(isPublic)("%s is public", (address) => {
    expect(privateKind(address)).toBe(undefined);
  });
});

describe("a fetch of public addresses refuses", () => {
  test.each([
    ["a literal address", "http://127.0.0.1"],
    ["IPv6", "http://[::1]"],
    ["IPv4 inside of IPv6", "http://[::ffff:127.0.0.1]"],
    ["a short form", "http://127.1"],
    ["a decimal number", "http://2130706433"],
    ["an octal number", "http://0177.0.0.1"],
    ["a hexadecimal number", "http://0x7f.0.0.1"],
    ["one hexadecimal number", "http://0x7f000001"],
    ["a dot at its end", "http://127.0.0.1."],
    ["wide digits", "http://１２７.０.０.１"],
    ["encoded digits", "http://%31%32%37.0.0.1"],
    ["zero", "http://0"],
    ["another scheme", "https://127.0.0.1"],
  ])("%s before it connects", async (_, origin) => {
    asked = [];
    const lookup = names(["8.8.8.8"]);
    const fetch = publicFetch({ lookup });
    const error = await refusal(fetch(`${origin}:${port}/`, {}));
    expect(error.reason).toBe("unsafe-address");
    expect(asked).toEqual([]);
  });

  test.each(notPublic.filter(([address]) => address !== ""))(
    "a name that leads to %s, whatever it is called",
    async (address) => {
      const fetch = publicFetch({ lookup: names([address]) });
      for (const scheme of ["http", "https"]) {
        const sent = fetch(`${scheme}://public.example:${port}/`, {});
        expect((await refusal(sent)).reason).toBe("unsafe-address");
      }
    },
  );

  test("names of this machine, by the lookup of the system", async () => {
    asked = [];
    for (const name of ["localhost", "LOCALHOST"]) {
      const error = await refusal(publicFetch()(`http://${name}:${port}/`, {}));
      expect(error.message).toContain("not public (loopback)");
    }
    expect(asked).toEqual([]);
  });

  test("a name of which one address is private, in whatever place", async () => {
    for (const list of [
      ["8.8.8.8", "10.0.0.1"],
      ["10.0.0.1", "8.8.8.8"],
      ["2606:4700::1", "::1"],
    ]) {
      const fetch = publicFetch({ lookup: names(list) });
      await refusal(fetch("http://public.example/", {}));
    }
  });

  test("by a lookup that knows one address alone", async () => {
    const lookup: LookupFunction = (_, __, callback) =>
      callback(null, "10.0.0.1", 4);
    const fetch = publicFetch({ lookup });
    await refusal(fetch("http://public.example/", {}));
  });

  test("all of a name's addresses, also where the first alone was asked for", async () => {
    const allowed = readAllowed([]);
    const ask = (...list: string[]): Promise<unknown[]> =>
      new Promise((resolve) => {
        const lookup = publicLookup(names(list), allowed);
        lookup("a.example", { all: false }, (...told) => resolve(told));
      });
    expect(await ask("8.8.8.8", "1.1.1.1")).toEqual([null, "8.8.8.8", 4]);
    expect(await ask("8.8.8.8", "10.0.0.1")).toEqual([
      expect.any(AuthorizationError),
      [],
    ]);
    const [error] = await ask();
    expect(String(error)).toContain('"a.example" has no address');
  });

  test("and tells nobody the address", async () => {
    const fetch = publicFetch({ lookup: names(["10.1.2.3"]) });
    const error = await refusal(fetch("http://inside.example/a?secret", {}));
    expect(error.message).toBe(
      '"inside.example" has an address that is not public (private): to allow it, add the name or the address to publicFetch({ allow })',
    );
    expect(JSON.stringify(error)).not.toContain("10.1.2.3");
  });

  test("a name whose answer changes, by the one answer that it connects to", async () => {
    asked = [];
    // Allowed stands for public here: nothing public can be reached by a test.
    const lookup = names(["127.0.0.1"], ["127.0.0.2"], ["127.0.0.1"]);
    const fetch = publicFetch({ lookup, allow: ["127.0.0.1"] });
    const url = `http://rebinding.example:${port}/`;
    expect((await fetch(url, {})).status).toBe(200);
    expect(lookup).toHaveBeenCalledTimes(1);
    await refusal(fetch(url, {}));
    expect((await fetch(url, {})).status).toBe(200);
    // No connection is left from before that could be used once more.
    expect(lookup).toHaveBeenCalledTimes(3);
    expect(asked.length).toBe(2);
  });

  test("what is no URL of HTTP, without a word of it", async () => {
    for (const url of [
      "ftp://public.example/secret",
      "file:///secret",
      "secret",
      "http://user:secret@public.example/",
    ]) {
      const sent = publicFetch()(url, {});
      await expect(sent).rejects.toThrow(TypeError);
      await expect(sent).rejects.not.toThrow("secret");
    }
  });
});

describe("what is allowed", () => {
  test.each([
    [["127.0.0.1"], "http://127.0.0.1"],
    [["127.0.0.0/8"], "http://127.0.0.1"],
    [["127.0.0.0/8"], "http://private.example"],
    [["private.example"], "http://private.example"],
    [["PRIVATE.example."], "http://Private.Example"],
    [["private.example"], "http://private.example."],
    [["127.0.0.1"], "http://[::ffff:127.0.0.1]"],
    [["localhost"], "http://localhost"],
  ])("by %j is reached: %s", async (allow, origin) => {
    const lookup = names(["127.0.0.1"]);
    const fetch = publicFetch({ allow, lookup });
    const response = await fetch(`${origin}:${port}/`, {});
    expect(await response.text()).toBe("hello");
  });

  test.each([
    [["127.0.0.2"], "http://127.0.0.1"],
    [["128.0.0.0/8"], "http://127.0.0.1"],
    [["private.example"], "http://127.0.0.1"],
    [["private.example"], "http://x.private.example"],
    [["rivate.example"], "http://private.example"],
    [["private.example"], "http://private.example.evil.example"],
  ])("by %j is nothing else: %s", async (allow, origin) => {
    const lookup = names(["127.0.0.1"]);
    await refusal(publicFetch({ allow, lookup })(`${origin}:${port}/`, {}));
  });

  test("is a name, an address or a subnet", () => {
    for (const entry of [
      "",
      "*",
      "*.example",
      "http://a.example",
      "a.example:80",
      "127.1",
      "0x7f000001",
      "10.0.0.0/33",
      "10.0.0.0/",
      "10.0.0.0/8/8",
      "[::1]",
    ])
      expect(() => publicFetch({ allow: [entry] }), entry).toThrow(TypeError);
  });
});

describe("a request to what may be reached", () => {
  const fetch = publicFetch({ allow: ["127.0.0.1"] });

  test("goes out as it is, without a word of compression, and comes back whole", async () => {
    const listener: RequestListener = (request, response) => {
      response.writeHead(201, "Made", [
        ["set-cookie", "a=1"],
        ["set-cookie", "b=2"],
        ["content-type", "text/plain"],
      ]);
      request.on("data", (chunk) => response.write(chunk));
      request.on("end", () => response.end("!"));
    };
    await answering(listener, async () => {
      const url = `http://127.0.0.1:${port}/token?a=b`;
      const body = new URLSearchParams({ grant_type: "x", q: "ü" });
      const headers = { Authorization: "Basic abc" };
      const response = await fetch(url, { method: "POST", headers, body });
      expect([response.status, response.statusText]).toEqual([201, "Made"]);
      expect(response.url).toBe(url);
      expect(response.headers.getSetCookie()).toEqual(["a=1", "b=2"]);
      expect(await response.text()).toBe("grant_type=x&q=%C3%BC!");
      const [sent] = asked;
      expect([sent?.method, sent?.url]).toEqual(["POST", "/token?a=b"]);
      expect(sent?.headers).toMatchObject({
        authorization: "Basic abc",
        "accept-encoding": "identity",
        "content-length": "21",
        "content-type": "application/x-www-form-urlencoded;charset=UTF-8",
        host: `127.0.0.1:${port}`,
      });
    });
  });

  test("is not redirected: the answer is the redirect", async () => {
    const listener: RequestListener = (_, response) =>
      response.writeHead(307, { location: "/elsewhere" }).end();
    await answering(listener, async () => {
      for (const init of [{}, { redirect: "follow" as const }]) {
        const response = await fetch(`http://127.0.0.1:${port}/`, init);
        expect(response.status).toBe(307);
        expect(response.headers.get("location")).toBe("/elsewhere");
      }
      expect(asked.length).toBe(2);
    });
  });

  test("has no body where HTTP has none", async () => {
    for (const [method, status] of [
      ["HEAD", 200],
      ["GET", 204],
      ["GET", 304],
    ] as const)
      await answering(
        (_, response) => response.writeHead(status).end(),
        async () => {
          const init = { method };
          const response = await fetch(`http://127.0.0.1:${port}/`, init);
          expect([response.status, response.body]).toEqual([status, null]);
        },
      );
  });

  test("gives the body as it comes, and closes when nobody wants more", async () => {
    let closed: Promise<unknown> = Promise.resolve();
    const listener: RequestListener = (_, response) => {
      closed = once(response, "close");
      response.write("first");
    };
    await answering(listener, async () => {
      const response = await fetch(`http://127.0.0.1:${port}/`, {});
      const reader = response.body?.getReader();
      const chunk = await reader?.read();
      expect(Buffer.from(chunk?.value ?? []).toString()).toBe("first");
      await reader?.cancel();
      await closed;
    });
  });

  test("ends when it is aborted: before, while it waits, and in the body", async () => {
    const url = `http://127.0.0.1:${port}/`;
    const reason = new Error("enough");
    asked = [];
    const aborted = fetch(url, { signal: AbortSignal.abort(reason) });
    await expect(aborted).rejects.toBe(reason);
    expect(asked).toEqual([]);
    const closed: Promise<unknown>[] = [];
    const silent: RequestListener = (_, response) =>
      void closed.push(once(response, "close"));
    await answering(silent, async () => {
      const controller = new AbortController();
      const sent = fetch(url, { signal: controller.signal });
      await vi.waitUntil(() => asked.length === 1, patient);
      controller.abort(reason);
      await expect(sent).rejects.toBe(reason);
      await Promise.all(closed);
    });
    const slow: RequestListener = (_, response) => {
      closed.push(once(response, "close"));
      response.write("first");
    };
    await answering(slow, async () => {
      const controller = new AbortController();
      const response = await fetch(url, { signal: controller.signal });
      const text = response.text();
      controller.abort(reason);
      await expect(text).rejects.toBe(reason);
      await Promise.all(closed);
    });
  });

  test("is refused an answer that is compressed unasked", async () => {
    const listener: RequestListener = (_, response) =>
      response
        .writeHead(200, { "content-encoding": "gzip" })
        .end(gzipSync("x".repeat(1e6)));
    await answering(listener, async () => {
      const sent = fetch(`http://127.0.0.1:${port}/`, {});
      await expect(sent).rejects.toThrow(
        "compressed, although no compression was requested",
      );
    });
  });

  test("fails as a fetch does, with its cause", async () => {
    const failing: RequestListener = (request) => request.socket.destroy();
    await answering(failing, async () => {
      const error = await fetch(`http://127.0.0.1:${port}/`, {}).catch(
        (reason: unknown) => reason,
      );
      expect(error).toBeInstanceOf(TypeError);
      expect(error).toMatchObject({
        message: "fetch failed",
        cause: { code: "ECONNRESET" },
      });
    });
    const lookup: LookupFunction = (_, __, callback) =>
      callback(new Error("no such name"), []);
    const unknown = publicFetch({ lookup })("http://a.example/", {});
    await expect(unknown).rejects.toMatchObject({
      cause: { message: "no such name" },
    });
  });
});

describe("discovery by a fetch of public addresses", () => {
  async function loggedIn(
    fetch: FetchLike,
    metadataFields: Record<string, unknown> = {},
  ): Promise<{ asked: number; error: unknown }> {
    const server = await startAuthorizationServer();
    const resource = await startResource({
      authorizationServers: [server],
      metadataFields,
    });
    const auth = oauth({ login: followLogin(), allowLoopback: true, fetch });
    const client = createClient({ info: { name: "a", version: "1.0.0" } });
    const error = await client
      .connect(httpTransport({ url: resource.url, auth }))
      .then(
        () => undefined,
        (reason: unknown) => reason,
      );
    await client.close();
    const endpoints = ["metadata", "register", "token"] as const;
    const asked = endpoints.flatMap((endpoint) => server.asked(endpoint));
    return { asked: asked.length, error };
  }

  test("goes nowhere else, and says why", async () => {
    const { asked, error } = await loggedIn(publicFetch());
    expect(error).toMatchObject({
      reason: "unsafe-address",
      message: expect.stringContaining("not public (loopback)"),
    });
    expect(asked).toBe(0);
  });

  test("goes where it is allowed, through the whole login", async () => {
    const fetch = publicFetch({ allow: ["127.0.0.1"] });
    const { asked, error } = await loggedIn(fetch);
    expect(error).toBe(undefined);
    expect(asked).toBeGreaterThan(0);
  });

  test("goes to no server inside that somebody names", async () => {
    const lookup = names(["10.0.0.1"]);
    const fetch = publicFetch({ allow: ["127.0.0.1"], lookup });
    const { asked, error } = await loggedIn(fetch, {
      authorization_servers: ["https://inside.example"],
    });
    expect(error).toMatchObject({ reason: "unsafe-address" });
    expect(lookup).toHaveBeenCalled();
    expect(asked).toBe(0);
  });
});

test("names the argument that is missing", async () => {
  const untyped = publicFetch() as (
    ...given: readonly unknown[]
  ) => Promise<unknown>;
  await expect(untyped("https://a.example/")).rejects.toThrow(
    "the argument init is missing",
  );
  await expect(untyped(undefined, {})).rejects.toThrow("url: expected");
  expect(() => publicFetch("https://a.example/" as never)).toThrow(
    "takes (url, init)",
  );
});
