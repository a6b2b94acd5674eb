import { expect, test } from "vitest";
import { oauth } from "../../../../src/runtime/auth/index.ts";
import { terminal } from "../../../../src/runtime/auth/node.ts";
import {
  chromiumName,
  startChromium,
  type LoadedPage,
} from "../../../support/auth/chromium.ts";
import { startResource } from "../../../support/auth/index.ts";
import { startProvider } from "../../../support/auth/provider.ts";
import { connected } from "./life.ts";

const name = chromiumName();

test.skipIf(name === undefined)(
  "a person logs in with Chromium, and comes back to a program at a terminal",
  async () => {
    const resources = (): Record<string, string[]> => ({
      [resource.resource]: ["notes:read"],
    });
    const provider = await startProvider({ resources });
    const resource = await startResource({
      authorizationServers: [provider],
      challengedScopes: ["notes:read"],
    });
    const browser = await startChromium(name ?? "");
    const printed: string[] = [];
    let visited: Promise<LoadedPage[]> | undefined;
    const login = terminal({
      name: "Notes",
      print: (text) => void printed.push(text),
      open: (url) => {
        visited = browser.visit(url, { login: "ada", password: "lovelace" });
      },
    });
    const auth = oauth({ login, allowLoopback: true });
    const client = await connected("either", resource.url, auth);
    expect(await client.call("whoami")).toContain("ada");

    const pages = (await visited) ?? [];
    const here = pages.at(-1);
    expect(pages.map(({ hasForm }) => hasForm)).toEqual([true, true, false]);
    expect(here?.text).toContain("Go back to where Notes waits");
    expect(here?.text).toContain("You can close this window");
    expect(new URL(here?.url ?? "").hostname).toBe("127.0.0.1");
    // Who has no browser here opens it on another machine.
    const sentTo = printed.join("\n").match(/http\S+/)?.[0] ?? "";
    expect(new URL(sentTo).origin).toBe(provider.issuer);
    expect(provider.grants).toEqual(["authorization_code"]);
  },
);
