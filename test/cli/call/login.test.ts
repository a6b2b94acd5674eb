import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { logoutFailureOf } from "../../../src/cli/call/failure.ts";
import { protectedWorld } from "../../runtime/auth/node/protected-world.ts";
import { createBrowser } from "../../support/auth/browser.ts";
import { call, type Called, type Place } from "./terminal-call.ts";

// No test opens a browser of the machine that it runs on.
beforeEach(() => void vi.stubEnv("BROWSER", "none"));
afterEach(() => void vi.unstubAllEnvs());

/** Calls, with a person who goes to the address that is printed, if one is. */
async function loggingIn(
  args: readonly string[],
  place: Place,
): Promise<Called & { visits: number }> {
  const browser = createBrowser();
  let visits = 0;
  const visit = async (url: URL): Promise<void> => {
    visits++;
    const back = url.searchParams.get("redirect_uri") ?? "";
    await fetch(await browser.visit(url, back));
  };
  const called = await call(args, {
    ...place,
    onStderr: (text) => {
      const [url] = /http:\S+\?\S*redirect_uri=\S+/.exec(text) ?? [];
      if (url !== undefined) void visit(new URL(url));
    },
  });
  return { ...called, visits };
}

test("a person logs in once, is known from then on, and logs out", async () => {
  const { resource, folder, provider } = await protectedWorld();
  const place = {
    cwd: folder,
    env: { XDG_CONFIG_HOME: join(folder, "config") },
  };
  const args = [resource.url, "whoami"];
  const first = await loggingIn(args, { ...place, isTerminal: true });
  expect(first.stderr).toContain("To log in at 127.0.0.1");
  expect(first).toMatchObject({ code: 0, visits: 1 });
  expect(JSON.parse(first.stdout)).toMatchObject({ principal: "ada" });
  const kept = join(folder, "config/mcp-gen/logins.json");
  expect(statSync(kept).mode & 0o077).toBe(0);
  // Without a terminal too, because nobody has to be asked.
  const later = await loggingIn(args, place);
  expect(later).toMatchObject({ code: 0, visits: 0, stderr: "" });
  expect(provider.grants).toEqual(["authorization_code"]);
  const out = await call([resource.url, "--logout"], place);
  expect(out).toMatchObject({ code: 0, stdout: "" });
  const after = await call(args, place);
  expect(after).toMatchObject({ code: 3, stdout: "" });
});

test("nobody is sent anywhere without a terminal, unless --login says so", async () => {
  const { resource, folder } = await protectedWorld();
  const place = { cwd: folder };
  const refused = await call([resource.url, "whoami"], place);
  expect(refused).toMatchObject({ code: 3, stdout: "" });
  expect(refused.stderr).toContain("error no-login: ");
  expect(refused.stderr).toContain("nobody is at a terminal");
  const forced = await loggingIn([resource.url, "whoami", "--login"], place);
  expect(forced).toMatchObject({ code: 0, visits: 1 });
});

test("a token of one's own is sent as it is, and shown nowhere", async () => {
  const { resource, folder } = await protectedWorld();
  const place = { cwd: folder, isTerminal: true };
  const header = ["--header", "Authorization: Bearer s3cret-token"];
  const { code, stdout, stderr } = await call(
    [resource.url, "whoami", ...header],
    place,
  );
  expect({ code, stdout }).toEqual({ code: 3, stdout: "" });
  expect(stderr).toContain("401");
  expect(stderr).not.toContain("s3cret");
  const [asked] = resource.calls();
  expect(asked?.headers["authorization"]).toBe("Bearer s3cret-token");
  expect(existsSync(join(folder, ".config"))).toBe(false);
  expect(readdirSync(folder)).toEqual([]);
});

const cli = {
  client_id: "cli",
  application_type: "native",
  token_endpoint_auth_method: "none",
  grant_types: ["authorization_code", "refresh_token"],
  redirect_uris: ["http://127.0.0.1/callback"],
};
const withSecret = {
  ...cli,
  client_secret: "of-the-client-0123456789",
  token_endpoint_auth_method: "client_secret_basic",
};

test("a client that logged in is used again, and its login is forgotten with all others", async () => {
  const { resource, folder, provider } = await protectedWorld({
    clients: [cli],
  });
  const place = { cwd: folder };
  const args = [resource.url, "whoami"];
  const none = await call([resource.url, "--logout"], place);
  expect(none).toMatchObject({
    code: 0,
    stderr: `There was no login at ${resource.url}.\n`,
  });
  await loggingIn([...args, "--login"], place);
  const asCli = ["--client-id", "cli"];
  const first = await loggingIn([...args, "--login", ...asCli], place);
  expect(first).toMatchObject({ code: 0, visits: 1 });
  const again = await call(args, place);
  expect(JSON.parse(again.stdout)).toMatchObject({ auth: { clientId: "cli" } });
  expect(provider.grants).toHaveLength(2);
  const out = await call([resource.url, "--logout"], place);
  expect(out).toMatchObject({ code: 0, stderr: "The login is forgotten.\n" });
  const kept = readFileSync(
    join(folder, ".config/mcp-gen/logins.json"),
    "utf8",
  );
  expect(kept).not.toContain("access");
  for (const client of [[], asCli])
    expect(await call([...args, ...client], place)).toMatchObject({ code: 3 });
  expect(provider.requests.map(({ path }) => path)).toContain(
    "/token/revocation",
  );
  const twice = await call([resource.url, "--logout"], place);
  expect(twice.stderr).toContain("There was no login");
});

test("a secret is for its client alone, is not kept, and is asked for by its name", async () => {
  const { resource, folder } = await protectedWorld({ clients: [withSecret] });
  const place = { cwd: folder };
  const asCli = [resource.url, "whoami", "--login", "--client-id", "cli"];
  const without = await loggingIn(asCli, place);
  expect(without).toMatchObject({ code: 3, stdout: "" });
  expect(without.stderr).toContain("invalid_client");
  expect(without.stderr).toMatch(/hint: .*\$MCP_CLIENT_SECRET/);
  const env = { MCP_CLIENT_SECRET: withSecret.client_secret };
  const first = await loggingIn(asCli, { ...place, env });
  expect(first).toMatchObject({ code: 0, visits: 1 });
  const kept = join(folder, ".config/mcp-gen/logins.json");
  expect(readFileSync(kept, "utf8")).not.toContain(withSecret.client_secret);
  // Nobody is told without the secret: what is kept here is gone all the same.
  const untold = await call([resource.url, "--logout"], place);
  expect(untold).toMatchObject({ code: 3, stdout: "" });
  expect(untold.stderr).toContain("error not-revoked: The login is forgotten");
  expect(untold.stderr).toMatch(/hint: .*\$MCP_CLIENT_SECRET/);
  expect(untold.stderr).not.toContain("bug");
  expect(readFileSync(kept, "utf8")).not.toContain("access");
  await loggingIn(asCli, { ...place, env });
  const told = await call([resource.url, "--logout"], { ...place, env });
  expect(told).toMatchObject({ code: 0, stderr: "The login is forgotten.\n" });
});

test("a logout that nobody hears is no bug, and forgets", async () => {
  const { resource, folder, provider } = await protectedWorld();
  const place = { cwd: folder };
  await loggingIn([resource.url, "whoami", "--login"], place);
  await provider.stop();
  const args = [resource.url, "--logout", "--format", "json"];
  const { code, stdout, stderr } = await call(args, place);
  expect({ code, stderr }).toEqual({ code: 3, stderr: "" });
  expect(JSON.parse(stdout)).toMatchObject({
    error: { code: "not-revoked", reason: "unreachable" },
  });
  const twice = await call([resource.url, "--logout"], place);
  expect(twice.stderr).toContain("There was no login");
});

test("a logout calls nothing besides", async () => {
  const args = ["http://127.0.0.1:1/mcp", "whoami", "--logout"];
  const { code, stderr } = await call(args);
  expect(code).toBe(2);
  expect(stderr).toContain("--logout calls nothing");
});

test("who takes no new clients is told by the options of the command line", async () => {
  const { resource, folder } = await protectedWorld({
    features: { registration: { enabled: false } },
  });
  const args = [resource.url, "whoami", "--login", "--redirect-port", "4321"];
  const { code, stderr } = await call(args, { cwd: folder });
  expect(code).toBe(3);
  expect(stderr).toContain("does not register clients");
  expect(stderr).toContain("give its id by --client-id");
  expect(stderr).toContain("http://127.0.0.1:4321/callback");
  expect(stderr).not.toContain('"client"');
  const json = await call([...args, "--format", "json"], { cwd: folder });
  expect(JSON.parse(json.stdout)).toMatchObject({
    error: { code: "no-login", reason: "registration" },
  });
});

test("who is logged in and lacks a scope is told which", async () => {
  const { resource, folder } = await protectedWorld({
    needs: ({ params }) => (params?.name === "write" ? ["notes:write"] : []),
  });
  const place = { cwd: folder };
  await loggingIn([resource.url, "whoami", "--login"], place);
  const { code, stderr } = await call([resource.url, "write"], place);
  expect(code).toBe(3);
  expect(stderr).toContain(
    "logged in, and write also needs notes:write: run it at a terminal, or with --login",
  );
});

test("a token that is refused after the login is told with the server's reason", async () => {
  const { resource, folder } = await protectedWorld();
  resource.answers.mcp = async ({ headers }, usual) =>
    headers["authorization"] === undefined
      ? usual()
      : {
          status: 401,
          headers: {
            "www-authenticate": `Bearer error="invalid_token", error_description="${headers["authorization"].slice(7)} is of another issuer"`,
          },
        };
  const args = [resource.url, "whoami"];
  const place = { cwd: folder };
  const first = await loggingIn([...args, "--login"], place);
  expect(first).toMatchObject({ code: 3, stdout: "", visits: 1 });
  expect(first.stderr).toMatch(/error no-login: .*HTTP 401: … is of another/);
  expect(first.stderr).toMatch(/hint: you are logged in, .*--logout/);
  expect(first.stderr).not.toMatch(/hint:.*--login/);
  const header = ["--header", "Authorization: Bearer s3cret-token"];
  const own = await call([...args, "--login", ...header], place);
  expect(own.stderr).toContain("hint: the token of the header");
});

test("a logout that nobody answers in time is no bug", () => {
  const late = new DOMException("The operation timed out", "TimeoutError");
  const state = { isAllowed: false, hasToken: false, hasSecret: false };
  expect(logoutFailureOf(late, { ...state, port: undefined })).toMatchObject({
    code: "not-revoked",
    exitCode: 3,
  });
});
