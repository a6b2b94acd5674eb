import { beforeAll, describe, expect, test } from "vitest";
import { introspection } from "../../../../src/runtime/auth/introspection.ts";
import { jwt, type TokenInfo } from "../../../../src/runtime/auth/jwt.ts";
import { protect, type Verifier } from "../../../../src/runtime/auth/server.ts";
import { startAuthorizationServer } from "../../../support/auth/index.ts";
import { authorizeFixture } from "../../../conformance/server/authorization.ts";
import { createFixture } from "../../../conformance/server/server.ts";
import {
  initializeAs,
  modernRequest,
  newestHandshake,
} from "../../revisions.ts";
import { paramsOf, tell, type Told, type WayName } from "../server/guarded.ts";
import {
  inSeconds,
  sign,
  startIssuer,
  testKey,
  type TestKey,
} from "../verifiers/issuer.ts";
import { combinations, startSubject, type Subject } from "./subject.ts";

let key: TestKey;
let untrusted: TestKey;

beforeAll(async () => {
  [key, untrusted] = await Promise.all([
    testKey("as", "RS256"),
    testKey("as", "RS256"),
  ]);
});

/** What any server has to answer that lets its client in. */
async function probe(
  { send }: Subject,
  way: WayName,
  headers: Record<string, string> = {},
): Promise<Told> {
  const isStateless = way === "stateless";
  const message = isStateless
    ? modernRequest(1, "server/discover")
    : initializeAs(newestHandshake);
  const response = await send("/mcp", {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      ...(isStateless && {
        "mcp-protocol-version": "2026-07-28",
        "mcp-method": "server/discover",
      }),
      ...headers,
    },
    body: JSON.stringify(message),
  });
  return tell(response);
}

describe.each(combinations)("on the %s face, %s,", (face, way) => {
  test("auth-token-audience-validation", async () => {
    const issuer = await startIssuer([key]);
    const subject = await startSubject(
      face,
      createFixture({ onError() {} }),
      (url) => authorizeFixture(url, { issuer: issuer.issuer }),
    );
    expect(issuer.requests, "keys are fetched when they are needed").toEqual(
      [],
    );
    const good = (): Record<string, unknown> =>
      issuer.claims({ aud: subject.url, client_id: "cli", jti: "one" });
    const shown = async (
      claims: Readonly<Record<string, unknown>>,
      by = key,
    ): Promise<Told> =>
      probe(subject, way, {
        authorization: `Bearer ${await sign(by, { ...good(), ...claims })}`,
      });
    const nobody = await probe(subject, way);
    expect
      .soft(nobody.status, "auth-unauthenticated-request-rejected")
      .toBe(401);
    expect
      .soft(await shown({}), "auth-valid-audience-token-accepted")
      .toMatchObject({ status: 200, message: { result: {} } });
    const list = await shown({ aud: ["https://a.example", subject.url] });
    expect.soft(list.status, "one audience of several").toBe(200);
    const bad: readonly [string, object, TestKey?][] = [
      ["auth-wrong-audience-token-rejected", { aud: "https://b.example/mcp" }],
      ["auth-wrong-audience-token-rejected", { aud: `${subject.url}/more` }],
      [
        "auth-wrong-audience-token-rejected",
        { aud: new URL(subject.url).origin },
      ],
      ["auth-missing-audience-token-rejected", { aud: undefined }],
      ["auth-missing-audience-token-rejected", { aud: [] }],
      ["auth-expired-token-rejected", { exp: inSeconds(-600) }],
      ["auth-untrusted-token-rejected", {}, untrusted],
    ];
    for (const [name, claims, by] of bad) {
      const { status, challenge } = await shown({ ...claims }, by);
      expect.soft(status, name).toBe(401);
      expect.soft(paramsOf(challenge)["error"], name).toBe("invalid_token");
    }
  });

  test("server/auth-unauthorized-response", async () => {
    const issuer = await startIssuer([key]);
    const subject = await startSubject(
      face,
      createFixture({ onError() {} }),
      (url) => authorizeFixture(url, { issuer: issuer.issuer }),
    );
    const token = await sign(key, issuer.claims({ aud: subject.url }));
    const cases: readonly [string, number, Record<string, string>][] = [
      ["no token", 401, {}],
      ["a token that is none", 401, { authorization: "Bearer nonsense" }],
      ["another scheme", 401, { authorization: "Basic YTpi" }],
      ["no token behind the scheme", 400, { authorization: "Bearer" }],
      ["two tokens", 400, { authorization: `Bearer ${token} ${token}` }],
      ["a header of its own name", 401, { "x-access-token": token }],
    ];
    for (const [what, status, headers] of cases) {
      const told = await probe(subject, way, headers);
      expect.soft(told.status, what).toBe(status);
      expect.soft(told.challenge, what).toMatch(/^Bearer /);
      expect.soft(JSON.stringify(told), what).not.toContain(token);
    }
    const inQuery: Subject = {
      ...subject,
      send: (path, init) => subject.send(`${path}?access_token=${token}`, init),
    };
    expect([400, 401]).toContain((await probe(inQuery, way)).status);
  });

  test("server/auth-www-authenticate-header", async () => {
    const issuer = await startIssuer([key]);
    const subject = await startSubject(
      face,
      createFixture({ onError() {} }),
      (url) => authorizeFixture(url, { issuer: issuer.issuer }),
    );
    const { challenge } = await probe(subject, way);
    expect.soft(challenge, "auth-www-auth-header-exists").not.toBeNull();
    expect.soft(challenge, "auth-www-auth-bearer-scheme").toMatch(/^Bearer /);
    const { resource_metadata = "", error } = paramsOf(challenge);
    expect
      .soft(URL.canParse(resource_metadata), "auth-www-auth-resource-metadata")
      .toBe(true);
    expect.soft(error, "who shows nothing made no error").toBeUndefined();
    const wrong = await probe(subject, way, { authorization: "Bearer x" });
    expect
      .soft(paramsOf(wrong.challenge)["error"], "auth-www-auth-error-code")
      .toBe("invalid_token");
    const served = await fetch(resource_metadata);
    expect(await served.json()).toMatchObject({ resource: subject.url });
  });
});

describe.each(["Node", "web"] as const)("on the %s face,", (face) => {
  const start = () =>
    startSubject(face, createFixture({ onError() {} }), (url) =>
      authorizeFixture(url, { issuer: "https://as.example/tenant" }),
    );

  test("server/auth-prm-discovery", async () => {
    const { send } = await start();
    const wellKnown = "/.well-known/oauth-protected-resource";
    const found = await send(`${wellKnown}/mcp`, {});
    expect.soft(found.status, "auth-prm-endpoint-exists").toBe(200);
    expect
      .soft(found.headers.get("content-type"), "auth-prm-valid-json")
      .toMatch(/^application\/json/);
    expect
      .soft(found.headers.get("access-control-allow-origin"), "from anywhere")
      .toBe("*");
    const metadata = (await found.json()) as Record<string, unknown>;
    expect
      .soft(metadata["resource"], "auth-prm-has-resource")
      .toEqual(expect.any(String));
    expect
      .soft(
        metadata["authorization_servers"],
        "auth-prm-has-authorization-servers",
      )
      .toEqual(["https://as.example/tenant"]);
    expect
      .soft(
        metadata["scopes_supported"] ?? [],
        "auth-prm-scopes-supported-valid",
      )
      .toEqual([]);
    const elsewhere = await send(`${wellKnown}/other`, {});
    expect(elsewhere.status).toBe(404);
  });

  test("server/auth-prm-resource-validation", async () => {
    const { url, send } = await start();
    const found = await send("/.well-known/oauth-protected-resource/mcp", {});
    const { resource } = (await found.json()) as { resource: string };
    expect
      .soft(URL.canParse(resource), "auth-prm-resource-valid-uri")
      .toBe(true);
    expect.soft(resource, "auth-prm-resource-no-fragment").not.toContain("#");
    expect.soft(resource, "auth-prm-resource-matches-server").toBe(url);
  });

  test("an authorization server that is away is no fault of the token", async () => {
    const as = await startAuthorizationServer({
      clients: [{ id: "rs", method: "client_secret_basic", secret: "s" }],
    });
    const { issuer } = as;
    const told: string[] = [];
    const verifiers: readonly Verifier<TokenInfo>[] = [
      jwt({ issuer, allowLoopback: true }),
      introspection({
        issuer,
        client: { id: "rs", secret: "s" },
        allowLoopback: true,
        cacheMs: 0,
      }),
    ];
    await as.stop();
    const stages: [Subject, string][] = [];
    for (const verify of verifiers) {
      const subject = await startSubject(
        face,
        createFixture({ onError() {} }),
        (resource) =>
          protect({ resource, authorizationServers: [issuer], verify }),
        ({ message }) => told.push(message),
      );
      const issued = await as.issue({ resource: subject.url });
      const { access_token: token } = issued;
      stages.push([subject, token]);
      const headers = { authorization: `Bearer ${token}` };
      const { status, challenge } = await probe(subject, "stateless", headers);
      expect([status, challenge]).toEqual([500, null]);
      expect(told.join()).not.toContain(token);
    }
    expect(told).toEqual([
      expect.stringContaining(`The keys of ${issuer} are not available`),
      expect.stringContaining("failed to introspect a token"),
    ]);
    await as.start();
    const [, [asking, token] = []] = stages;
    if (!asking || token === undefined) throw new Error("there is no server");
    const headers = { authorization: `Bearer ${token}` };
    expect((await probe(asking, "stateless", headers)).status).toBe(200);
    as.revokeGrants();
    expect((await probe(asking, "stateless", headers)).status).toBe(401);
  });
});
