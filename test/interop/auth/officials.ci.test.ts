import { describe, expect, onTestFinished, test } from "vitest";
import { modern, newestHandshake } from "../../runtime/revisions.ts";
import { startAuthorizationServer } from "../../support/auth/index.ts";
import { guardedV1 } from "./guarded-v1.ts";
import { guardedV2 } from "./guarded-v2.ts";
import { offered } from "./guarded.ts";
import { officialClient, v1, v2 } from "./official-client.ts";

// What the other tests of this folder stand on: that these get along without us.
describe.each([
  ["v2, handshake", v2("handshake", newestHandshake), guardedV2],
  ["v2, stateless", v2("stateless", modern), guardedV2],
  ["v1", v1, guardedV1],
])("the official client and server %s", (_, library, guard) => {
  test("log in, refresh and step up at the authorization server of the tests", async () => {
    const server = await startAuthorizationServer({
      scopesSupported: [offered.everything, offered.more],
    });
    const guarded = await guard(server);
    onTestFinished(guarded.close);
    const client = officialClient(library);
    await client.connect(guarded.url);
    onTestFinished(client.close);
    expect(await client.call(offered.whoami)).toBe("ada");
    server.expireTokens();
    expect(await client.call(offered.whoami)).toBe("ada");
    expect(server.granted("refresh_token")).toHaveLength(1);
    // The client v1 refreshes in place of stepping up, while it can.
    if (library === v1) client.provider.forgetRefreshToken();
    expect(await client.call(offered.write)).toBe("written");
    expect(client.provider.visits).toHaveLength(2);
  });
});
