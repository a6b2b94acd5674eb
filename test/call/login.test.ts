import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { protectedWorld } from "../auth/node/protected-world.ts";
import { createBrowser } from "../support/auth/browser.ts";
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
