import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { run } from "../../../src/cli/commands/run.ts";
import { protectedWorld } from "../../runtime/auth/node/protected-world.ts";
import { createBrowser } from "../../support/auth/browser.ts";

// No test opens a browser of the machine that it runs on.
beforeEach(() => void vi.stubEnv("BROWSER", "none"));
afterEach(() => void vi.unstubAllEnvs());

test("a client is made of a server that asks for a login, and nothing of it is written", async () => {
  const { resource, folder } = await protectedWorld();
  const browser = createBrowser();
  let [visits, stderr, stdout] = [0, "", ""];
  const visit = async (url: URL): Promise<void> => {
    visits++;
    const back = url.searchParams.get("redirect_uri") ?? "";
    await fetch(await browser.visit(url, back));
  };
  const client = (...more: string[]): Promise<number> =>
    run(["client", resource.url, "--out", "made", ...more], {
      cwd: folder,
      env: { HOME: folder, XDG_CONFIG_HOME: join(folder, "config") },
      isTerminal: false,
      stdout: (text) => void (stdout += text),
      stderr: (text) => {
        stderr += text;
        const [url] = /http:\S+\?\S*redirect_uri=\S+/.exec(text) ?? [];
        if (url !== undefined) void visit(new URL(url));
      },
      readStdin: () => Promise.resolve(Buffer.of()),
      stdin: () => Readable.from([]),
      drained: () => Promise.resolve(true),
    });
  expect(await client()).toBe(3);
  expect(stderr).toContain("error no-login: ");
  expect(await client("--login")).toBe(0);
  expect(await client("--check")).toBe(0);
  expect(visits).toBe(1);
  const written = readdirSync(join(folder, "made")).map((name) =>
    readFileSync(join(folder, "made", name), "utf8"),
  );
  expect(written.join()).toContain("whoami");
  const sent = resource.calls().at(-1)?.headers["authorization"];
  const token = String(sent ?? "").replace("Bearer ", "");
  expect(token === "").toBe(false);
  const told = [...written, stdout, stderr].join();
  expect(told.includes(token)).toBe(false);
});
