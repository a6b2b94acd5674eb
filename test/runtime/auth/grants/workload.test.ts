import { generateKeyPair, SignJWT } from "jose";
import { describe, expect, test, vi } from "vitest";
import { workload } from "../../../../src/runtime/auth/client/grants/machine.ts";
import { runGrant } from "../../../../src/runtime/auth/client/grants/run-grant.ts";
import {
  startAuthorizationServer,
  type AuthorizationServer,
  type AuthorizationServerOptions,
} from "../../../support/auth/index.ts";
import { contextOf, resource } from "./context.ts";

const bearer = "urn:ietf:params:oauth:grant-type:jwt-bearer";

describe("a workload", () => {
  const issuer = "https://platform.example";

  async function start(options: AuthorizationServerOptions = {}): Promise<{
    server: AuthorizationServer;
    sign(audience: string): Promise<string>;
  }> {
    const { privateKey, publicKey } = await generateKeyPair("RS256");
    const server = await startAuthorizationServer({
      trusts: [{ issuer, publicKey }],
      ...options,
    });
    const sign = (audience: string): Promise<string> =>
      new SignJWT({})
        .setProtectedHeader({ alg: "RS256" })
        .setIssuer(issuer)
        .setSubject("workload")
        .setAudience(audience)
        .setExpirationTime("1m")
        .setJti(crypto.randomUUID())
        .sign(privateKey);
    return { server, sign };
  }

  test("needs its JWT and nothing else", async () => {
    const { server, sign } = await start();
    const token = vi.fn(({ audience }: { audience: string }) => sign(audience));
    const context = await contextOf(server, { scopes: ["read"] });
    const got = await runGrant(workload(token), context);
    expect(server.active(got.access_token)?.grant).toMatchObject({
      subject: "workload",
      resource,
    });
    expect(token).toHaveBeenCalledWith({
      audience: `${server.base}/token`,
      issuer: server.issuer,
      resource,
    });
    const [asked] = server.asked("token");
    expect([...(asked?.form.keys() ?? [])].sort()).toEqual([
      "assertion",
      "grant_type",
      "resource",
      "scope",
    ]);
    expect(asked?.headers["authorization"]).toBeUndefined();
    expect(server.asked("register")).toEqual([]);
  });

  test("sends what was refused once no more, and something new again", async () => {
    const { server, sign } = await start();
    const wrong = await sign("https://wrong.example");
    let next = `${wrong}\n`;
    const machine = workload(() => next);
    const context = await contextOf(server);
    for (let count = 0; count < 3; count++) {
      const refused = runGrant(machine, context);
      await expect(refused).rejects.toMatchObject({ code: "invalid_grant" });
      await expect(refused).rejects.not.toThrow(wrong);
    }
    expect(server.asked("token")).toHaveLength(1);
    next = await sign(server.issuer);
    await runGrant(machine, context);
    expect(server.asked("token")).toHaveLength(2);
  });

  test("sends again what a server could not answer", async () => {
    const { server, sign } = await start();
    server.answers.token = () => ({ status: 503, body: "busy" });
    const machine = workload(() => sign(server.issuer));
    const same = await machine.token({ audience: "", issuer: "", resource });
    const steady = workload(() => same);
    const context = await contextOf(server);
    await expect(runGrant(steady, context)).rejects.toThrow("HTTP 503");
    delete server.answers.token;
    await runGrant(steady, context);
  });

  test("remembers so many refusals and no more", async () => {
    const { server, sign } = await start();
    const first = await sign("https://wrong.example");
    let next = first;
    const machine = workload(() => next);
    const context = await contextOf(server);
    const refuse = (): Promise<void> =>
      expect(runGrant(machine, context)).rejects.toThrow();
    await refuse();
    for (let count = 0; count < 32; count++) {
      next = `not-a-jwt-${count}`;
      await refuse();
    }
    next = first;
    await refuse();
    expect(server.asked("token")).toHaveLength(34);
  });

  test("is told that the server has no such grant, and sends nothing", async () => {
    const { server, sign } = await start({
      metadataFields: { grant_types_supported: ["client_credentials"] },
    });
    const token = vi.fn(() => sign(server.issuer));
    await expect(
      runGrant(workload(token), await contextOf(server)),
    ).rejects.toThrow(`does not support the grant ${bearer}, only "client_cr`);
    expect(token).not.toHaveBeenCalled();
    expect(server.asked("token")).toEqual([]);
  });

  test.each(["", " \n", undefined as unknown as string])(
    "without a JWT asks for nothing: %j",
    async (none) => {
      const { server } = await start();
      await expect(
        runGrant(
          workload(() => none),
          await contextOf(server),
        ),
      ).rejects.toThrow("machine.token: expected a token, got nothing");
      expect(server.asked("token")).toEqual([]);
    },
  );
});
