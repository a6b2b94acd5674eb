import { DpopSession } from "@modelcontextprotocol/client";
import { describe, expect, onTestFinished, test } from "vitest";
import { modern, newestHandshake } from "../../runtime/revisions.ts";
import { startAuthorizationServer } from "../../support/auth/index.ts";
import { guardedOurs } from "./guarded-ours.ts";
import { offered } from "./guarded.ts";
import { officialClient, v1, v2 } from "./official-client.ts";
import { OfficialProvider } from "./official-provider.ts";

describe.each([
  ["v2, handshake", v2("handshake", newestHandshake)],
  ["v2, stateless", v2("stateless", modern)],
  ["v1", v1],
])("the official client %s and our server", (_, library) => {
  test("log in, refresh and step up", async () => {
    const server = await startAuthorizationServer({
      scopesSupported: [offered.everything, offered.more],
      expiresIn: 60,
    });
    const guarded = await guardedOurs(server);
    onTestFinished(guarded.close);
    const client = officialClient(library);
    await client.connect(guarded.url);
    onTestFinished(client.close);
    expect(await client.call(offered.whoami)).toBe("ada");
    const { visits } = client.provider;
    expect(visits).toHaveLength(1);
    expect(visits[0]?.searchParams.get("scope")).toBe(offered.everything);
    expect(visits[0]?.searchParams.get("resource")).toBe(guarded.url);

    client.provider.spoilToken();
    expect(await client.call(offered.whoami)).toBe("ada");
    expect(server.granted("refresh_token")).toHaveLength(1);
    expect(visits).toHaveLength(1);

    // The client v1 refreshes in place of stepping up, while it can.
    if (library === v1) client.provider.forgetRefreshToken();
    expect(await client.call(offered.write)).toBe("written");
    expect(visits).toHaveLength(2);
    expect(await client.call(offered.whoami)).toBe("ada");
    expect(visits).toHaveLength(2);
  });
});

test("the official client v2 binds tokens to its key, with the nonces of our server and of another", async () => {
  const server = await startAuthorizationServer({ dpopNonce: "first" });
  const guarded = await guardedOurs(server);
  onTestFinished(guarded.close);
  const provider = new OfficialProvider({ dpop: await DpopSession.create() });
  const client = officialClient(v2("stateless", modern), provider);
  await client.connect(guarded.url);
  onTestFinished(client.close);
  expect(await client.call(offered.whoami)).toBe("ada");
  expect(provider.tokens()?.token_type).toBe("DPoP");
  server.demandNonce("second");
  client.provider.spoilToken();
  expect(await client.call(offered.whoami)).toBe("ada");
  expect(await client.call(offered.write)).toBe("written");
});
