import { describe, expect, test } from "vitest";
import { authorizeFixture } from "../../../conformance/server/authorization.ts";
import { createFixture } from "../../../conformance/server/server.ts";
import { openWay, paramsOf } from "../server/guarded.ts";
import { combinations, startSubject } from "./subject.ts";

// The names are those that the scenarios of the official suite are proposed under.

const low = "mcp-conformance-scope-low";
const full = "mcp-conformance-scope-full";

interface Case {
  readonly method: string;
  readonly params: Record<string, unknown>;
  readonly scopes: readonly string[];
  readonly result: object;
}

const operations: readonly Case[] = [
  {
    method: "tools/call",
    params: { name: "test_simple_text" },
    scopes: ["tools:call", "tools:test_simple_text"],
    result: { content: [{ type: "text", text: expect.any(String) as string }] },
  },
  {
    method: "resources/read",
    params: { uri: "test://static-text" },
    scopes: ["resources:read", "resources:static"],
    result: { contents: [{ uri: "test://static-text" }] },
  },
  {
    method: "resources/read",
    params: { uri: "test://template/123/data" },
    scopes: ["resources:read", "resources:template:123"],
    result: { contents: [{ text: expect.stringContaining("123") as string }] },
  },
  {
    method: "prompts/get",
    params: { name: "test_simple_prompt" },
    scopes: ["prompts:get", "prompts:test_simple_prompt"],
    result: { messages: [{ role: "user" }] },
  },
];

describe.each(combinations)("on the %s face, %s,", (face, way) => {
  const start = () =>
    startSubject(face, createFixture({ onError() {} }), (url) =>
      authorizeFixture(url, {}),
    );

  test("sep-2350-server-scope-challenge", async () => {
    const { url, send } = await start();
    const { origin, pathname } = new URL(url);
    const metadata = `${origin}/.well-known/oauth-protected-resource${pathname}`;
    const client = await openWay(way, send, low);
    for (const { method, params, scopes, result } of operations) {
      const what = JSON.stringify(params);
      const refused = await client.ask(method, params, low);
      const challenge = paramsOf(refused.challenge);
      expect
        .soft(refused.status, `server-scope-challenge-http-403 ${what}`)
        .toBe(403);
      expect
        .soft(challenge, `server-scope-challenge-www-authenticate ${what}`)
        .toMatchObject({
          error: "insufficient_scope",
          resource_metadata: metadata,
        });
      expect
        .soft(challenge["scope"], `sep-2350-server-single-challenge ${what}`)
        .toBe(scopes.map((scope) => `mcp:conformance:${scope}`).join(" "));
      const served = await client.ask(method, params, full);
      expect
        .soft(served, `server-scope-challenge-upgraded-retry ${what}`)
        .toMatchObject({ status: 200, message: { result } });
    }
    expect((await send(new URL(metadata).pathname, {})).status).toBe(200);
  });

  test("what shows no token is served as before, and a wrong one is not", async () => {
    const { send } = await start();
    const client = await openWay(way, send, low);
    const asked = ["tools/call", { name: "test_simple_text" }] as const;
    const { status } = await client.ask(...asked, "mcp-conformance-scope-none");
    expect(status).toBe(401);
    const bare: typeof send = (path, { headers, ...init }) => {
      const shown = new Headers(headers);
      shown.delete("authorization");
      return send(path, { ...init, headers: shown });
    };
    const stranger = await openWay(way, bare, "");
    const served = await stranger.ask(...asked, undefined);
    expect(served.status).toBe(200);
  });

  test("step-up-auth: an operation that needs more says what, and is done with it", async () => {
    const { send } = await start();
    const client = await openWay(way, send, low);
    const list = await client.ask("tools/list", {}, low);
    expect(list.status).toBe(200);
    const refused = await client.ask(
      "tools/call",
      { name: "admin-action" },
      low,
    );
    expect.soft(refused.status, "step-up-403-response").toBe(403);
    const { error, scope, resource_metadata } = paramsOf(refused.challenge);
    expect.soft(error, "step-up-403-response").toBe("insufficient_scope");
    expect
      .soft(scope, "step-up-scope-in-header")
      .toBe("mcp:conformance:tools:call mcp:conformance:tools:admin-action");
    expect
      .soft(resource_metadata, "step-up-resource-metadata")
      .toMatch(/^http:\/\/127\.0\.0\.1:\d+\/\.well-known\//);
    const more = { name: "test_simple_text" };
    const served = await client.ask("tools/call", more, full);
    expect.soft(served.status, "step-up-success-after-escalation").toBe(200);
  });
});
