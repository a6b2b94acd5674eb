import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { chromiumName, startChromium } from "../../../support/auth/chromium.ts";
import { createBrowser } from "../../../support/auth/browser.ts";
import { protectedWorld } from "./protected-world.ts";
import { whoamiPrograms } from "./whoami-processes.ts";

/** Every token that a store holds. */
function secretsIn(file: string): string[] {
  const { entries } = JSON.parse(readFileSync(file, "utf8"));
  const texts = Object.values<string>(entries).join();
  const found = texts.matchAll(/"(?:access|refresh)\w*":"([^"]{20,})"/g);
  return [...found].map(([, secret = ""]) => secret);
}

const name = chromiumName();

test.skipIf(name === undefined)(
  "a person logs in to a program at a terminal with a real browser (Chromium)",
  async () => {
    const { provider, resource, folder } = await protectedWorld();
    const start = await whoamiPrograms(folder);
    const file = join(folder, "deep", "tokens.json");
    const program = start(resource.url, file);
    const url = await program.opened();
    expect(program.stderr()).toContain(url);
    const browser = await startChromium(name ?? "");
    const pages = await browser.visit(url, { login: "ada", password: "x" });
    // The login, the consent, and the page of the program.
    expect(pages.map(({ hasForm }) => hasForm)).toEqual([true, true, false]);
    expect(pages.at(-1)).toMatchObject({
      title: "You are back",
      text: expect.stringContaining(
        "Go back to where Who am I waits: it says how the login ended. You can close this window.",
      ),
    });
    expect(await program.exitCode).toBe(0);
    expect(JSON.parse(program.stdout())).toMatchObject({ principal: "ada" });
    expect((statSync(file).mode & 0o777).toString(8)).toBe("600");
    // The next run has the token, and nobody is sent anywhere.
    const next = start(resource.url, file);
    expect(await next.exitCode).toBe(0);
    expect(JSON.parse(next.stdout())).toMatchObject({ principal: "ada" });
    expect(next.stderr()).toBe("");
    expect(provider.grants).toEqual(["authorization_code"]);
    const secrets = secretsIn(file);
    expect(secrets.length).toBeGreaterThanOrEqual(2);
    for (const secret of secrets)
      for (const text of [program.stdout(), program.stderr(), next.stdout()])
        expect(text).not.toContain(secret);
  },
);

test("a person who says no in the browser is told so, and so is the program", async () => {
  const { resource, folder } = await protectedWorld();
  const start = await whoamiPrograms(folder);
  const program = start(resource.url, join(folder, "tokens.json"));
  const url = new URL(await program.opened());
  const redirectUri = url.searchParams.get("redirect_uri") ?? "";
  const browser = createBrowser({ refuses: true });
  const callback = await browser.visit(url, redirectUri);
  const page = await (await fetch(callback)).text();
  expect(page).toContain("The login was refused, or it failed");
  expect(await program.exitCode).toBe(1);
  expect(program.stderr()).toContain("access_denied");
});

test("six processes that share a file refresh once", async () => {
  const { provider, resource, folder, forgetTokens } = await protectedWorld();
  const start = await whoamiPrograms(folder);
  const file = join(folder, "tokens.json");
  const first = start(resource.url, file);
  const url = new URL(await first.opened());
  const redirectUri = url.searchParams.get("redirect_uri") ?? "";
  await fetch(await createBrowser().visit(url, redirectUri));
  expect(await first.exitCode).toBe(0);
  forgetTokens();
  const all = Array.from({ length: 6 }, () => start(resource.url, file, 4));
  expect(await Promise.all(all.map(({ exitCode }) => exitCode))).toEqual(
    all.map(() => 0),
  );
  for (const { stdout, stderr } of all)
    expect([stderr(), stdout().match(/"principal":"ada"/g)?.length]).toEqual([
      "",
      4,
    ]);
  expect(provider.grants).toEqual(["authorization_code", "refresh_token"]);
});
