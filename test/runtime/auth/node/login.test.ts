import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createClient } from "../../../../generated/index.ts";
import { oauth, type OAuth } from "../../../../src/runtime/auth/index.ts";
import { fileStore, terminal } from "../../../../src/runtime/auth/node.ts";
import { httpTransport } from "../../../../src/runtime/http-client.ts";
import { createBrowser } from "../../../support/auth/browser.ts";
import { protectedWorld } from "./protected-world.ts";

/** A person who is sent out by `terminal`, and comes back through its listener. */
function person(file: string): { auth: OAuth; opened: URL[]; pages: string[] } {
  const browser = createBrowser();
  const opened: URL[] = [];
  const pages: string[] = [];
  const open = async (text: string): Promise<void> => {
    const url = new URL(text);
    opened.push(url);
    const back = url.searchParams.get("redirect_uri") ?? "";
    const callback = await browser.visit(url, back);
    pages.push(await (await fetch(callback)).text());
  };
  const login = terminal({ open, print: () => {} });
  const store = fileStore(file);
  return { auth: oauth({ login, store, allowLoopback: true }), opened, pages };
}

async function whoami(url: string, auth: OAuth, calls = 1): Promise<string[]> {
  const info = { name: "whoami", version: "1.0.0" };
  const client = createClient({ info });
  await client.connect(httpTransport({ url, auth }));
  const answers = await Promise.all(
    Array.from({ length: calls }, () => client.callTool({ name: "whoami" })),
  );
  await client.close();
  return answers.map(({ content: [block] }) => {
    const { principal } = JSON.parse(block?.type === "text" ? block.text : "");
    return principal;
  });
}

test("a person logs in at a terminal, and the file has it from then on", async () => {
  const { provider, resource, folder } = await protectedWorld();
  const file = join(folder, "tokens.json");
  const first = person(file);
  expect(await whoami(resource.url, first.auth)).toEqual(["ada"]);
  expect(first.pages).toEqual([
    expect.stringContaining("You can close this window"),
  ]);
  const later = person(file);
  expect(await whoami(resource.url, later.auth)).toEqual(["ada"]);
  expect(later.opened).toEqual([]);
  expect(provider.grants).toEqual(["authorization_code"]);
  // When everything was taken back, the same redirect URI and client are used again.
  provider.revokeGrants();
  const again = person(file);
  await again.auth.signOut(resource.url);
  expect(await whoami(resource.url, again.auth)).toEqual(["ada"]);
  const asked = [...first.opened, ...again.opened].map(({ searchParams }) => [
    searchParams.get("redirect_uri"),
    searchParams.get("client_id"),
  ]);
  expect(asked.length).toBe(2);
  expect(asked[1]).toEqual(asked[0]);
});

test("two that share a file refresh once", async () => {
  const { provider, resource, folder, forgetTokens } = await protectedWorld();
  const file = join(folder, "tokens.json");
  expect(await whoami(resource.url, person(file).auth)).toEqual(["ada"]);
  const before = readFileSync(file, "utf8");
  forgetTokens();
  const both = [person(file), person(file)];
  const answers = await Promise.all(
    both.map(({ auth }) => whoami(resource.url, auth, 4)),
  );
  expect(answers.flat()).toEqual(Array.from({ length: 8 }, () => "ada"));
  expect(provider.grants).toEqual(["authorization_code", "refresh_token"]);
  expect(both.flatMap(({ opened }) => opened)).toEqual([]);
  expect(readFileSync(file, "utf8")).not.toBe(before);
});
