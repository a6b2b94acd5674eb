import { describe, expect, onTestFinished, test } from "vitest";
import { oauth } from "../../../src/runtime/auth/index.ts";
import { connected } from "../../runtime/auth/world/life.ts";
import {
  followLogin,
  startAuthorizationServer,
} from "../../support/auth/index.ts";
import { guardedV1 } from "./guarded-v1.ts";
import { guardedV2 } from "./guarded-v2.ts";
import { offered } from "./guarded.ts";

describe.each([
  ["v2, by the handshake", guardedV2, "handshake"],
  ["v2, stateless", guardedV2, "stateless"],
  ["v2, as it is found", guardedV2, "either"],
  ["v1, by the handshake", guardedV1, "handshake"],
  ["v1, as it is found", guardedV1, "either"],
] as const)("our client and the official server %s", (_, guard, lifecycle) => {
  test("log in, refresh and step up on one connection", async () => {
    const server = await startAuthorizationServer({
      scopesSupported: [offered.everything, offered.more],
    });
    const guarded = await guard(server);
    onTestFinished(guarded.close);
    const login = followLogin();
    const auth = oauth({ login, allowLoopback: true });
    const client = await connected(lifecycle, guarded.url, auth);
    expect(await client.call(offered.whoami)).toBe("ada");
    expect(login.visits).toHaveLength(1);
    expect(login.visits[0]?.searchParams.get("scope")).toBe(offered.everything);

    server.expireTokens();
    const calls = Array.from({ length: 8 }, () => client.call(offered.whoami));
    expect(new Set(await Promise.all(calls))).toEqual(new Set(["ada"]));
    expect(server.granted("refresh_token")).toHaveLength(1);

    expect(await client.call(offered.write)).toBe("written");
    expect(await client.call(offered.whoami)).toBe("ada");
    expect(login.visits).toHaveLength(2);
    const wider = login.visits[1]?.searchParams.get("scope")?.split(" ");
    expect(wider?.sort()).toEqual([offered.everything, offered.more].sort());

    server.revokeGrants();
    expect(await client.call(offered.whoami)).toBe("ada");
    expect(login.visits).toHaveLength(3);
  });
});
