import {
  calculateJwkThumbprint,
  decodeProtectedHeader,
  EmbeddedJWK,
  jwtVerify,
} from "jose";
import { describe, expect, test } from "vitest";
import { Dpop } from "../../../../src/runtime/auth/client/dpop/dpop.ts";
import {
  dpopKeyText,
  generateDpopKey,
  parseDpopKey,
} from "../../../../src/runtime/auth/client/dpop/key.ts";
import {
  DpopKeyStore,
  dpopSurroundings,
} from "../../../../src/runtime/auth/client/dpop/keeper.ts";
import {
  planDpop,
  type DpopSurroundings,
} from "../../../../src/runtime/auth/client/dpop/options.ts";
import { memoryStore } from "../../../../src/runtime/auth/client/memory-store.ts";
import { recorder, url } from "./recorder.ts";

const key = await generateDpopKey("ES256");
const token = "access-token-of-ada";

describe("a key", () => {
  test.each([
    "ES256",
    "ES384",
    "ES512",
    "RS256",
    "PS256",
    "EdDSA",
    "Ed25519",
  ] as const)("for %s proves the same after it was kept", async (algorithm) => {
    const made = await generateDpopKey(algorithm);
    const kept = await parseDpopKey(await dpopKeyText(made));
    const { sent, send } = recorder(() => new Response());
    for (const one of [made, kept])
      await new Dpop(one, true).fetch(send, url, { method: "GET" }, token);
    const thumbprint = await new Dpop(kept, true).thumbprint();
    for (const { headers } of sent) {
      const proof = headers.get("dpop") ?? "";
      await jwtVerify(proof, EmbeddedJWK);
      const { alg, jwk } = decodeProtectedHeader(proof);
      expect(alg).toBe(algorithm);
      expect(await calculateJwkThumbprint(jwk ?? {})).toBe(thumbprint);
    }
  });

  test.each([
    "",
    "{}",
    "secret-text",
    '{"alg":"none"}',
    '{"alg":"ES256","kty":"EC","d":"secret-text"}',
  ])("that was not kept well is told of, and not shown: %j", async (text) => {
    await expect(parseDpopKey(text)).rejects.toThrow(
      /^the stored DPoP key is not valid$/,
    );
  });
});

describe("the keeper of a key", () => {
  const server = { issuer: "https://as.example" };
  const any = { server, isDemanded: true, algorithms: undefined };
  const get = async (
    keeper: DpopKeyStore,
    surroundings: DpopSurroundings = any,
  ): Promise<string> =>
    (await (await keeper.get("dpop", surroundings))?.thumbprint()) ?? "none";

  test("has the same key after a restart, in two programs, and until it is let go", async () => {
    const store = memoryStore();
    const keepers = [1, 2].map(() => new DpopKeyStore(undefined, store));
    const [one, two] = await Promise.all(keepers.map((keeper) => get(keeper)));
    expect(one).toBe(two);
    expect(await get(new DpopKeyStore(true, store))).toBe(one);
    const [first] = keepers;
    await first?.forget("dpop");
    const next = await get(new DpopKeyStore(undefined, store));
    expect(next).not.toBe(one);
    for (const keeper of keepers) expect(await get(keeper)).toBe(next);
  });

  test("keeps what servers said while the key is the same", async () => {
    const keeper = new DpopKeyStore(true, memoryStore());
    expect(await keeper.get("dpop", any)).toBe(await keeper.get("dpop", any));
  });

  test("makes a new key only where the old is of no use", async () => {
    const store = memoryStore();
    const es = await get(new DpopKeyStore(true, store));
    const with384 = { ...any, algorithms: ["ES384", "ES256"] };
    expect(await get(new DpopKeyStore(true, store), with384)).toBe(es);
    const rs = { ...any, algorithms: ["RS256"] };
    const other = await get(new DpopKeyStore(true, store), rs);
    expect(other).not.toBe(es);
    await store.set("dpop", "damaged");
    expect(await get(new DpopKeyStore(true, store), rs)).not.toBe(other);
  });

  test("has the program's own, and keeps it nowhere", async () => {
    const store = memoryStore();
    const keeper = new DpopKeyStore({ key: key.pair }, store);
    expect(await get(keeper)).toBe(await new Dpop(key, true).thumbprint());
    expect(await store.get("dpop")).toBeUndefined();
  });

  test("has none where nobody wants one", async () => {
    const store = memoryStore();
    const plain = { ...any, isDemanded: false };
    expect(await get(new DpopKeyStore(undefined, store), plain)).toBe("none");
    expect(await store.get("dpop")).toBeUndefined();
  });

  test.each([
    [{ needsDpop: false }, undefined, false],
    [{ needsDpop: true }, undefined, true],
    [{ needsDpop: false }, { scheme: "DPoP", algs: ["ES384"] }, true],
    [{ needsDpop: false }, { scheme: "Bearer", algs: ["ES384"] }, false],
  ] as const)("hears of %j and %j", (said, challenge, isDemanded) => {
    expect(dpopSurroundings({ server, ...said }, challenge)).toEqual({
      server,
      isDemanded,
      algorithms: challenge?.algs,
    });
  });
});

describe("whether a token is bound", () => {
  const issuer = "https://as.example";
  const plain = {
    server: { issuer },
    isDemanded: false,
    algorithms: undefined,
  };
  const listed = (
    ...names: string[]
  ): { issuer: string; dpop_signing_alg_values_supported: string[] } => ({
    issuer,
    dpop_signing_alg_values_supported: names,
  });

  test("follows what the program says, and what the server demands", () => {
    const es = { algorithm: "ES256" };
    expect(planDpop(undefined, plain)).toBeUndefined();
    expect(
      planDpop(undefined, { ...plain, algorithms: ["ES256"] }),
    ).toBeUndefined();
    expect(planDpop({ required: false }, plain)).toBeUndefined();
    expect(
      planDpop({ required: false }, { ...plain, algorithms: ["ES256"] }),
    ).toEqual({ ...es, isRequired: false });
    for (const option of [true, {}])
      expect(planDpop(option, plain)).toEqual({ ...es, isRequired: true });
    for (const option of [undefined, true, { required: false }])
      expect(planDpop(option, { ...plain, isDemanded: true })).toEqual({
        ...es,
        isRequired: true,
      });
    expect(planDpop(false, { ...plain, isDemanded: true })).toBeUndefined();
  });

  test("is settled with an algorithm that all know", async () => {
    const server = listed("RS256", "PS256", "none");
    expect(planDpop(true, { ...plain, server })?.algorithm).toBe("RS256");
    expect(
      planDpop(true, { ...plain, server, algorithms: ["PS256"] })?.algorithm,
    ).toBe("PS256");
    expect(
      planDpop({ algorithm: "PS256" }, { ...plain, server })?.algorithm,
    ).toBe("PS256");
    const { pair } = await generateDpopKey("ES384");
    expect(planDpop({ key: pair }, plain)?.algorithm).toBe("ES384");
    expect(
      planDpop(
        { key: pair, required: false },
        { ...plain, server, algorithms: ["ES384"] },
      ),
    ).toBeUndefined();
  });

  test.each([["none"], ["HS256"], []])(
    "fails where there is none: %j",
    (...names) => {
      expect(() =>
        planDpop(true, { ...plain, server: listed(...names) }),
      ).toThrow(/have no common algorithm/);
    },
  );
});
