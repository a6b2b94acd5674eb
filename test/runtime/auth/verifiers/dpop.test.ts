import { createHash, randomUUID } from "node:crypto";
import { calculateJwkThumbprint, UnsecuredJWT } from "jose";
import {
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  test,
  vi,
} from "vitest";
import {
  dpop,
  type DpopProofOptions,
} from "../../../../src/runtime/auth/jwt.ts";
import { ProofMemory } from "../../../../src/runtime/auth/jose/proof-memory.ts";
import type {
  ProofRequest,
  ProofVerifier,
  Proved,
  Unproved,
} from "../../../../src/runtime/auth/server.ts";
import { inSeconds, sign, testKey, type TestKey } from "./issuer.ts";

let key: TestKey;
let other: TestKey;
let thumbprint: string;

beforeAll(async () => {
  [key, other] = await Promise.all([testKey(undefined), testKey(undefined)]);
  thumbprint = await calculateJwkThumbprint(key.jwk);
});

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date", "performance"], now: 1.8e12 });
});
afterEach(() => void vi.useRealTimers());

const token = "a-token";
const url = "https://mcp.example/mcp";

interface Made {
  readonly claims?: Readonly<Record<string, unknown>>;
  readonly header?: Readonly<Record<string, unknown>>;
  readonly key?: TestKey;
}

function proofClaims(more: Made["claims"] = {}): Record<string, unknown> {
  return {
    jti: randomUUID(),
    htm: "POST",
    htu: url,
    iat: inSeconds(0),
    ath: createHash("sha256").update(token).digest("base64url"),
    ...more,
  };
}

async function made(made: Made = {}): Promise<string> {
  const by = made.key ?? key;
  const { kty, crv, x, y } = by.jwk;
  const header = { typ: "dpop+jwt", jwk: { kty, crv, x, y }, ...made.header };
  return sign(by, proofClaims(made.claims), header);
}

async function shown(
  verifier: ProofVerifier,
  proof: string | undefined,
  more: Partial<ProofRequest> = {},
): Promise<Proved | Unproved> {
  const request = { token, principal: "ada", thumbprint, method: "POST", url };
  return verifier.verify({ ...request, proof, ...more });
}

/** What a proof is refused for, with a verifier of its own. */
async function refusal(
  how: Made,
  options: DpopProofOptions = {},
): Promise<string> {
  const outcome = await shown(dpop(options), await made(how));
  return descriptionOf(outcome);
}

function descriptionOf(outcome: Proved | Unproved): string {
  if ("error" in outcome) return outcome.description ?? outcome.error;
  throw new Error("the proof was taken");
}

function taken(outcome: Proved | Unproved): Proved {
  if (!("error" in outcome)) return outcome;
  throw new Error(`refused: ${outcome.description ?? outcome.error}`);
}

describe("a proof", () => {
  test("of the key that the token is bound to is taken", async () => {
    expect(await shown(dpop(), await made())).toEqual({ thumbprint });
  });

  test.each([
    [`${url}?a=b`, url],
    [url, `${url}?a=b`],
    ["HTTPS://MCP.example:443/mcp#x", url],
    ["https://mcp.example/a/../mcp", url],
  ])("may be for %s where %s was asked", async (htu, asked) => {
    const proof = await made({ claims: { htu } });
    taken(await shown(dpop(), proof, { url: asked }));
  });

  test("may be of 299 seconds before or after now", async () => {
    for (const seconds of [-299, 299])
      taken(
        await shown(
          dpop(),
          await made({ claims: { iat: inSeconds(seconds) } }),
        ),
      );
  });

  test("may be signed with RSA", async () => {
    const rsa = await testKey(undefined, "PS256");
    const { kty, n, e } = rsa.jwk;
    const proof = await made({ key: rsa, header: { jwk: { kty, n, e } } });
    const thumb = await calculateJwkThumbprint(rsa.jwk);
    taken(await shown(dpop(), proof, { thumbprint: thumb }));
  });
});

describe("a proof is refused", () => {
  test("that is not there", async () => {
    expect(descriptionOf(await shown(dpop(), undefined))).toBe(
      "there is no DPoP proof",
    );
  });

  test("with a second one", async () => {
    const both = `${await made()}, ${await made()}`;
    expect(descriptionOf(await shown(dpop(), both))).toBe(
      "the DPoP header is not one proof",
    );
  });

  test.each<[string, Made, string]>([
    ["for another method", { claims: { htm: "GET" } }, "another method"],
    [
      "for the method in small letters",
      { claims: { htm: "post" } },
      "another method",
    ],
    [
      "for another path",
      { claims: { htu: "https://mcp.example/mcp/" } },
      "another URL",
    ],
    [
      "for another host",
      { claims: { htu: "https://mcp.example.evil/mcp" } },
      "another URL",
    ],
    [
      "for another scheme",
      { claims: { htu: "http://mcp.example/mcp" } },
      "another URL",
    ],
    ["for no URL", { claims: { htu: "/mcp" } }, "another URL"],
    ["without a URL", { claims: { htu: undefined } }, "another URL"],
    ["that is too old", { claims: { iat: 1.8e9 - 301 } }, "too old"],
    ["from the future", { claims: { iat: 1.8e9 + 301 } }, "from the future"],
    ["of no time", { claims: { iat: undefined } }, "iat is missing"],
    ["for another token", { claims: { ath: "abc" } }, "another token"],
    ["for no token", { claims: { ath: undefined } }, "another token"],
    ["without a jti", { claims: { jti: undefined } }, "jti has to be"],
    ["with an empty jti", { claims: { jti: "" } }, "jti has to be"],
    [
      "with a jti that fills memory",
      { claims: { jti: "x".repeat(257) } },
      "jti has to be",
    ],
    ["of another type", { header: { typ: "JWT" } }, "type of the proof"],
    ["without a key", { header: { jwk: undefined } }, "no public key"],
    ["with a key that is a text", { header: { jwk: "abc" } }, "no public key"],
    [
      "with a key that is no key",
      { header: { jwk: { kty: "EC" } } },
      "another key",
    ],
  ])("%s", async (_, how, why) => {
    expect(await refusal(how)).toContain(why);
  });

  test("with a private key", async () => {
    const jwk = { ...key.jwk, d: "abc" };
    expect(await refusal({ header: { jwk } })).toContain("no public key");
  });

  test("of another key, although it is sound", async () => {
    expect(await refusal({ key: other })).toBe(
      "the token is bound to another key",
    );
  });

  test("that shows the key and is signed with another", async () => {
    const { kty, crv, x, y } = key.jwk;
    const header = { jwk: { kty, crv, x, y } };
    expect(await refusal({ key: other, header })).toBe(
      "the signature is not valid",
    );
  });

  test("without a signature, and with an algorithm that is not told", async () => {
    const bare = new UnsecuredJWT(proofClaims()).encode();
    expect(descriptionOf(await shown(dpop(), bare))).toContain("dpop+jwt");
    expect(await refusal({}, { algorithms: ["PS256"] })).toBe(
      "the proof is signed with another algorithm",
    );
    const proof = await made();
    const [, claims] = proof.split(".");
    const { kty, crv, x, y } = key.jwk;
    const header = { typ: "dpop+jwt", alg: "none", jwk: { kty, crv, x, y } };
    const encoded = Buffer.from(JSON.stringify(header)).toString("base64url");
    expect(descriptionOf(await shown(dpop(), `${encoded}.${claims}.`))).toBe(
      "the proof is signed with another algorithm",
    );
  });

  test.each(["", "a.b.c", "é"])("that is none: %j", async (proof) => {
    expect(descriptionOf(await shown(dpop(), proof))).toBe(
      "the DPoP header is not one proof",
    );
  });
});

describe("a proof is good once", () => {
  test("for who sends it again at once, or later, or together", async () => {
    const verifier = dpop();
    const proof = await made();
    const both = await Promise.all([
      shown(verifier, proof),
      shown(verifier, proof),
    ]);
    expect(both.filter((one) => "error" in one)).toHaveLength(1);
    vi.advanceTimersByTime(299_000);
    expect(descriptionOf(await shown(verifier, proof))).toBe(
      "the proof was already used",
    );
    vi.advanceTimersByTime(2_000);
    expect(descriptionOf(await shown(verifier, proof))).toContain("too old");
  });

  test("also if it is of the future, as long as it is good", async () => {
    const verifier = dpop();
    const proof = await made({ claims: { iat: inSeconds(290) } });
    taken(await shown(verifier, proof));
    vi.advanceTimersByTime(580_000);
    taken(await shown(verifier, await made(), { principal: "bob" }));
    expect(descriptionOf(await shown(verifier, proof))).toBe(
      "the proof was already used",
    );
  });

  test("and what is refused is not remembered", async () => {
    const verifier = dpop();
    const proof = await made();
    descriptionOf(await shown(verifier, proof, { method: "GET" }));
    descriptionOf(await shown(verifier, proof, { token: "another" }));
    taken(await shown(verifier, proof));
  });

  test("two clients may have the same jti", async () => {
    const verifier = dpop();
    const proof = await made();
    taken(await shown(verifier, proof));
    taken(await shown(verifier, proof, { principal: "bob" }));
  });
});

describe("with nonces", () => {
  const nonces = { secret: "0123456789abcdef" };

  async function nonceOf(verifier: ProofVerifier): Promise<string> {
    const outcome = await shown(verifier, await made());
    if (!("error" in outcome)) throw new Error("no nonce was asked for");
    expect(outcome.error).toBe("use_dpop_nonce");
    return outcome.nonce ?? "";
  }

  test("a proof without one is told which to use, and then is taken", async () => {
    const verifier = dpop({ nonces: true });
    const nonce = await nonceOf(verifier);
    expect(nonce).toMatch(/^[\w-]{22}$/);
    const proof = await made({ claims: { nonce } });
    expect(await shown(verifier, proof)).toEqual({ thumbprint });
    expect(descriptionOf(await shown(verifier, proof))).toBe(
      "the proof was already used",
    );
  });

  test("one that somebody made up, or another server gave, is not taken", async () => {
    const verifier = dpop({ nonces: true });
    const foreign = await nonceOf(dpop({ nonces: true }));
    for (const nonce of ["", "made-up", foreign, 7]) {
      const proof = await made({ claims: { nonce } });
      expect(await shown(verifier, proof)).toMatchObject({
        error: "use_dpop_nonce",
        nonce: await nonceOf(verifier),
      });
    }
  });

  test("they change, and the one before is taken a while, with the next one told", async () => {
    const verifier = dpop({ nonces });
    const first = await nonceOf(verifier);
    vi.advanceTimersByTime(150_000);
    const outcome = taken(
      await shown(verifier, await made({ claims: { nonce: first } })),
    );
    expect(outcome.nonce).toBe(await nonceOf(verifier));
    expect(outcome.nonce).not.toBe(first);
    vi.advanceTimersByTime(150_000);
    const late = await shown(
      verifier,
      await made({ claims: { nonce: first } }),
    );
    expect(late).toMatchObject({ error: "use_dpop_nonce" });
  });

  test("processes with one secret know each other's", async () => {
    const nonce = await nonceOf(dpop({ nonces }));
    taken(await shown(dpop({ nonces }), await made({ claims: { nonce } })));
  });

  test("nothing is kept of proofs that lack one", async () => {
    const verifier = dpop({ nonces });
    const proof = await made({ claims: { jti: "same" } });
    await shown(verifier, proof);
    const nonce = await nonceOf(verifier);
    taken(
      await shown(verifier, await made({ claims: { jti: "same", nonce } })),
    );
  });

  test("a proof that is wrong is told the nonce along with why", async () => {
    const outcome = await shown(dpop({ nonces }), undefined);
    expect(outcome).toMatchObject({
      error: "invalid_dpop_proof",
      nonce: expect.any(String) as string,
    });
  });
});

describe("what is remembered of proofs", () => {
  const minute = 60_000;

  test("is bounded for each client, and none is good twice for that", () => {
    const memory = new ProofMemory({ maxBytes: 1e6, maxClientBytes: 20_000 });
    const used: [string, number][] = [];
    for (let at = 0; at < 1_000; at++) {
      const until = 5 * minute + at;
      expect(memory.use("ada", `proof-${at}`, until, at)).toBe("new");
      used.push([`proof-${at}`, until]);
      expect(memory.bytes).toBeLessThanOrEqual(20_000);
    }
    const again = used.map(([proof, until]) =>
      memory.use("ada", proof, until, 1_000),
    );
    expect(again.filter((one) => one === "new")).toEqual([]);
    expect(again).toContain("forgotten");
    expect(again).toContain("used");
  });

  test("is bounded in all, at the cost of who has the most to forget", () => {
    const memory = new ProofMemory({
      maxBytes: 50_000,
      maxClientBytes: 40_000,
    });
    const bounded = (): void =>
      expect(memory.bytes).toBeLessThanOrEqual(50_000);
    for (let at = 0; at < 500; at++) {
      memory.use("eve", `proof-${at}`, 5 * minute + at, at);
      bounded();
    }
    for (let at = 0; at < 30; at++) {
      expect(memory.use(`user-${at}`, "one", 5 * minute, 500)).toBe("new");
      bounded();
    }
    expect(memory.use("eve", "proof-0", 5 * minute, 500)).toBe("forgotten");
    expect(memory.use("eve", "fresh", 5 * minute + 501, 501)).toBe("new");
  });

  test("never makes room by forgetting that a client was there", () => {
    const memory = new ProofMemory({ maxBytes: 10_000, maxClientBytes: 5_000 });
    const outcomes = Array.from({ length: 50 }, (_, at) =>
      memory.use(`user-${at}`, "one", 5 * minute, 0),
    );
    expect(outcomes).toContain("full");
    expect(memory.bytes).toBeLessThanOrEqual(10_000);
    const again = memory.use("user-0", "one", 5 * minute, 1);
    expect(["used", "forgotten", "full"]).toContain(again);
    // Once all of it is over there is room again.
    for (let at = 0; at < 50; at++)
      expect(
        memory.use(`late-${at % 5}`, `${at}`, 11 * minute, 6 * minute),
      ).toBe("new");
  });

  test("ends with what it is good for", () => {
    const memory = new ProofMemory({ maxBytes: 1e6, maxClientBytes: 1e5 });
    for (let at = 0; at < 100; at++) memory.use(`user-${at}`, "one", minute, 0);
    const full = memory.bytes;
    for (let at = 0; at < 30; at++)
      memory.use("ada", `proof-${at}`, 10 * minute, 2 * minute);
    expect(memory.bytes).toBeLessThan(full / 4);
  });

  test("makes the server fail where there is no room at all", async () => {
    const verifier = dpop({ maxBytes: 100 });
    await expect(shown(verifier, await made())).rejects.toThrow(/maxBytes/);
  });
});

test.each<[string, DpopProofOptions, RegExp]>([
  ["HS256", { algorithms: ["HS256"] }, /asymmetric/],
  ["a short secret", { nonces: { secret: "short" } }, /16 bytes/],
  ["no time at all", { maxAgeMs: 0 }, /maxAgeMs/],
  ["a nonce for ever", { nonces: { lifetimeMs: Infinity } }, /lifetimeMs/],
])("options that make no sense are refused: %s", (_, options, why) => {
  expect(() => dpop(options)).toThrow(why);
});

test("a verifier of proofs tells which algorithms, and whether it has to be", () => {
  expect(dpop({ algorithms: ["ES256"], required: true })).toMatchObject({
    algorithms: ["ES256"],
    required: true,
  });
  expect(dpop().required).toBe(false);
  expect(dpop().algorithms).toContain("EdDSA");
});
