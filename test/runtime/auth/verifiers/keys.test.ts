import {
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  test,
  vi,
} from "vitest";
import { jwt, type JwtOptions } from "../../../../src/runtime/auth/jwt.ts";
import type { Verifier } from "../../../../src/runtime/auth/server.ts";
import {
  refusal,
  request,
  sign,
  startIssuer,
  taken,
  testKey,
  type TestIssuer,
  type TestKey,
} from "./issuer.ts";

let one: TestKey;
let two: TestKey;

beforeAll(async () => {
  [one, two] = await Promise.all([testKey("one"), testKey("two")]);
});

beforeEach(() => {
  // Timers stay real: requests go over a real connection.
  vi.useFakeTimers({ toFake: ["Date", "performance"], now: Date.now() });
});
afterEach(() => void vi.useRealTimers());

/** Milliseconds later. */
function later(milliseconds: number): void {
  vi.advanceTimersByTime(milliseconds);
}

function verifierOf(
  { issuer }: TestIssuer,
  options: Partial<JwtOptions> = {},
): (token: string) => ReturnType<Verifier> {
  const verify = jwt({
    issuer,
    allowLoopback: true,
    onError: () => undefined,
    ...options,
  });
  return (token) => verify(token, request);
}

describe("keys of an issuer", () => {
  test("are found by its metadata, once for all that ask at once", async () => {
    const issuer = await startIssuer([one]);
    const verify = verifierOf(issuer);
    const token = await sign(one, issuer.claims());
    expect(issuer.requests).toEqual([]);
    const all = await Promise.all(
      Array.from({ length: 20 }, () => verify(token)),
    );
    all.forEach(taken);
    taken(await verify(token));
    expect(issuer.requests.map(({ url }) => url.pathname)).toEqual([
      "/.well-known/oauth-authorization-server",
      "/jwks",
    ]);
  });

  test("are where they are said to be, and the issuer is not asked", async () => {
    const issuer = await startIssuer([one]);
    const verify = verifierOf(issuer, {
      jwks: new URL("/jwks", issuer.issuer),
    });
    taken(await verify(await sign(one, issuer.claims())));
    expect(issuer.requests.length).toBe(1);
  });

  test("may change: a new one is found by the first token that it signed", async () => {
    const issuer = await startIssuer([one]);
    const verify = verifierOf(issuer);
    taken(await verify(await sign(one, issuer.claims())));
    issuer.keys = [one, two];
    later(30_000);
    taken(await verify(await sign(two, issuer.claims())));
    taken(await verify(await sign(one, issuer.claims())));
    expect(issuer.count("/jwks")).toBe(2);
  });

  test.each([undefined, "same"])(
    "may change under the name %s",
    async (kid) => {
      const [old, next] = [await testKey(kid), await testKey(kid)];
      const issuer = await startIssuer([old]);
      const verify = verifierOf(issuer);
      taken(await verify(await sign(old, issuer.claims())));
      issuer.keys = [next];
      const token = await sign(next, issuer.claims());
      expect(refusal(await verify(token))).toBe("the signature is not valid");
      later(30_000);
      taken(await verify(token));
    },
  );

  test("without names are not tried without end", async () => {
    const many = await Promise.all(
      Array.from({ length: 12 }, () => testKey(undefined)),
    );
    const issuer = await startIssuer(many);
    const verify = verifierOf(issuer);
    const last = many.at(-1) ?? one;
    taken(await verify(await sign(many[0] ?? one, issuer.claims())));
    expect(refusal(await verify(await sign(last, issuer.claims())))).toBe(
      "the signature is not valid",
    );
  });

  test("that are gone are good no longer than they are kept", async () => {
    const issuer = await startIssuer([one]);
    const verify = verifierOf(issuer, { keysMaxAgeMs: 60_000 });
    const token = await sign(one, issuer.claims({ exp: 4e9 }));
    taken(await verify(token));
    issuer.keys = [two];
    later(59_000);
    taken(await verify(token));
    later(1_000);
    expect(refusal(await verify(token))).toBe(
      "the token is signed with an unknown key",
    );
  });

  test("are asked for once in a while, however many unknown ones are named", async () => {
    const issuer = await startIssuer([one]);
    const verify = verifierOf(issuer);
    taken(await verify(await sign(one, issuer.claims())));
    later(30_000);
    const flood = async (count: number): Promise<void> => {
      const tokens = await Promise.all(
        Array.from({ length: count }, (_, index) =>
          sign({ ...two, kid: `none-${index}` }, issuer.claims()),
        ),
      );
      const all = await Promise.all(tokens.map(verify));
      expect(new Set(all.map(refusal))).toEqual(
        new Set(["the token is signed with an unknown key"]),
      );
    };
    await flood(100);
    await flood(100);
    expect(issuer.count("/jwks")).toBe(2);
    later(29_000);
    await flood(10);
    expect(issuer.count("/jwks")).toBe(2);
    later(1_000);
    await flood(10);
    expect(issuer.count("/jwks")).toBe(3);
    taken(await verify(await sign(one, issuer.claims())));
  });

  test("are not asked for by tokens of others", async () => {
    const issuer = await startIssuer([one]);
    const verify = verifierOf(issuer);
    const token = await sign(one, issuer.claims({ iss: "https://b.example" }));
    expect(refusal(await verify(token))).toBe(
      "the issuer of the token is not accepted",
    );
    const shared = await sign(one, issuer.claims(), { typ: "dpop+jwt" });
    refusal(await verify(shared));
    expect(issuer.requests).toEqual([]);
  });
});

describe("when the keys cannot be had", () => {
  test("it is no fault of the token, and is not tried with every request", async () => {
    const issuer = await startIssuer([one]);
    issuer.answer = () => ({ status: 503 });
    const verify = verifierOf(issuer);
    const token = await sign(one, issuer.claims());
    for (let count = 0; count < 5; count++)
      await expect(verify(token)).rejects.toThrow(
        /keys of .* are not available/,
      );
    expect(issuer.requests.length).toBe(1);
    issuer.answer = undefined;
    later(1_000);
    taken(await verify(token));
  });

  test("the known ones serve for an hour, and somebody hears of it", async () => {
    const issuer = await startIssuer([one]);
    const told: string[] = [];
    const onError = (error: Error): void => void told.push(error.message);
    const verify = verifierOf(issuer, { onError });
    const token = await sign(one, issuer.claims({ exp: 4e9 }));
    taken(await verify(token));
    issuer.answer = () => ({ status: 500 });
    later(600_000);
    for (let count = 0; count < 5; count++) taken(await verify(token));
    expect(told).toEqual([expect.stringMatching(/are not available.*500/)]);
    later(3_599_000);
    taken(await verify(token));
    later(1_000);
    await expect(verify(token)).rejects.toThrow(/are not available/);
  });

  test("a key that may be new is not called unknown", async () => {
    const issuer = await startIssuer([one]);
    const verify = verifierOf(issuer);
    taken(await verify(await sign(one, issuer.claims())));
    issuer.keys = [one, two];
    issuer.answer = () => ({ status: 500 });
    later(30_000);
    const fresh = await sign(two, issuer.claims());
    for (let count = 0; count < 2; count++)
      await expect(verify(fresh)).rejects.toThrow(/are not available/);
    issuer.answer = undefined;
    later(30_000);
    taken(await verify(fresh));
  });

  test.each([
    ["no JSON", "<html>"],
    ["a list", "[]"],
    ["no keys", "{}"],
    ["more than a mebibyte", `{"keys":[],"x":"${"x".repeat(2 ** 20)}"}`],
  ])("because they are %s", async (_, body) => {
    const issuer = await startIssuer([one]);
    issuer.answer = ({ url }) =>
      url.pathname === "/jwks" ? { body } : undefined;
    const token = await sign(one, issuer.claims());
    await expect(verifierOf(issuer)(token)).rejects.toThrow(
      /are not available/,
    );
  });

  test("because the answer never ends", async () => {
    const issuer = await startIssuer([one]);
    issuer.answer = ({ url }) =>
      url.pathname === "/jwks"
        ? (response) => void response.writeHead(200).write("{")
        : undefined;
    const verify = verifierOf(issuer, { timeoutMs: 50 });
    const token = await sign(one, issuer.claims());
    await expect(verify(token)).rejects.toThrow(/within 50 ms/);
  });

  test("because somebody else has them", async () => {
    const other = await startIssuer([two]);
    const issuer = await startIssuer([one]);
    issuer.answer = ({ url }) =>
      url.pathname === "/jwks"
        ? { status: 302, headers: { location: `${other.issuer}/jwks` } }
        : undefined;
    const token = await sign(two, issuer.claims());
    await expect(verifierOf(issuer)(token)).rejects.toThrow(/redirects/);
    expect(other.requests).toEqual([]);
  });

  test.each([
    ["of another issuer", { issuer: "https://evil.example" }, /has the issuer/],
    ["of the issuer but for a slash", { slash: true }, /has the issuer/],
    ["without jwks_uri", { jwks_uri: undefined }, /no jwks_uri/],
    ["with keys over http", { jwks_uri: "http://as.example/jwks" }, /https/],
    ["with keys in a file", { jwks_uri: "file:///etc/passwd" }, /https/],
  ])("because the metadata are %s", async (_, more, why) => {
    const issuer = await startIssuer([one]);
    issuer.answer = () => ({
      body: {
        issuer: issuer.issuer + ("slash" in more ? "/" : ""),
        jwks_uri: `${issuer.issuer}/jwks`,
        ...more,
      },
    });
    const token = await sign(one, issuer.claims());
    await expect(verifierOf(issuer)(token)).rejects.toThrow(why);
  });
});

describe("metadata", () => {
  test.each([
    ["", "/.well-known/oauth-authorization-server", 1],
    ["", "/.well-known/openid-configuration", 2],
    ["/", "/.well-known/openid-configuration", 2],
    ["/tenant", "/.well-known/oauth-authorization-server/tenant", 1],
    ["/tenant", "/.well-known/openid-configuration/tenant", 2],
    ["/tenant/", "/tenant/.well-known/openid-configuration", 3],
  ])("of an issuer at %j may be at %s", async (path, place, asked) => {
    const server = await startIssuer([one]);
    const name = server.issuer + path;
    server.answer = ({ url }) =>
      url.pathname === place
        ? { body: { issuer: name, jwks_uri: `${server.issuer}/jwks` } }
        : url.pathname === "/jwks"
          ? undefined
          : { status: 401 };
    const verify = verifierOf(server, { issuer: name });
    taken(await verify(await sign(one, server.claims({ iss: name }))));
    expect(server.requests.length).toBe(asked + 1);
  });
});
