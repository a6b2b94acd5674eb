import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import {
  browserCalls,
  openBrowser,
  thisSystem,
  type BrowserSystem,
} from "../../../../src/runtime/auth/node/terminal/browser.ts";
import { patient } from "../../wait.ts";

const url = "https://as.example/authorize?client_id=a&state=b";

/** A system on which nothing is started. */
function system(
  platform: NodeJS.Platform,
  env: Record<string, string>,
  isWsl = false,
): BrowserSystem {
  const fileExists = (path: string): boolean => path === "/opt/my browser:x";
  return { platform, env, isWsl, fileExists, start: async () => true };
}

const screen = { DISPLAY: ":0" };

describe("a browser is opened", () => {
  test.each([
    ["macOS", system("darwin", {}), [["/usr/bin/open", url]]],
    ["Linux", system("linux", screen), [["xdg-open", url]]],
    ["Wayland", system("linux", { WAYLAND_DISPLAY: "w" }), [["xdg-open", url]]],
    [
      "Windows",
      system("win32", { SystemRoot: "D:\\Win", BROWSER: "other" }),
      [["D:\\Win\\System32\\rundll32.exe", "url.dll,FileProtocolHandler", url]],
    ],
    [
      "Windows without a word of where it is",
      system("win32", {}),
      [
        [
          "C:\\Windows\\System32\\rundll32.exe",
          "url.dll,FileProtocolHandler",
          url,
        ],
      ],
    ],
    [
      "Linux inside of Windows",
      system("linux", {}, true),
      [
        ["wslview", url],
        [
          "/mnt/c/Windows/System32/rundll32.exe",
          "url.dll,FileProtocolHandler",
          url,
        ],
        ["xdg-open", url],
      ],
    ],
    [
      "CI=false",
      system("linux", { ...screen, CI: "false" }),
      [["xdg-open", url]],
    ],
  ])("on %s by its own means", (_, system, calls) => {
    expect(browserCalls(url, system)).toEqual(calls);
  });

  test.each([
    ["no screen", system("linux", {})],
    ["continuous integration", system("linux", { ...screen, CI: "true" })],
    ["continuous integration of macOS", system("darwin", { CI: "1" })],
    ["ssh", system("linux", { ...screen, SSH_CONNECTION: "a b c d" })],
    ["ssh to macOS", system("darwin", { SSH_TTY: "/dev/ttys1" })],
    ["BROWSER=none", system("darwin", { BROWSER: "none" })],
  ])("nowhere with %s", (_, system) => {
    expect(browserCalls(url, system)).toEqual([]);
  });

  test.each([
    ["firefox", [["firefox", url]]],
    ["firefox -P work", [["firefox", "-P", "work", url]]],
    [
      "a --url=%s -x:b",
      [
        ["a", `--url=${url}`, "-x"],
        ["b", url],
      ],
    ],
    ["/opt/my browser:x", [["/opt/my browser:x", url]]],
    [": :", []],
  ])("as BROWSER says, wherever it is: %s", (BROWSER, calls) => {
    const env = { BROWSER, CI: "true", SSH_TTY: "/dev/pts/1" };
    expect(browserCalls(url, system("linux", env))).toEqual(calls);
  });
});

describe("a program is started", () => {
  let folder = "";
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "mcp-gen-browser-"));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  function program(name: string, text: string): string {
    const path = join(folder, name);
    writeFileSync(path, `#!/bin/sh\n${text}\n`);
    chmodSync(path, 0o755);
    return path;
  }

  test("without a shell, and the next one when it fails", async () => {
    const [failing, showing] = [
      join(folder, "failing"),
      join(folder, "showing"),
    ];
    program("failing", `printf '%s' "$*" > ${failing}.txt; exit 3`);
    program("showing", `printf '%s\\n' "$@" > ${showing}.txt`);
    const env = { BROWSER: `${folder}/missing:${failing}:${showing} -n` };
    const evil = `https://as.example/?a=$(touch ${folder}/evil);b&c|d'"`;
    expect(await openBrowser(evil, { ...thisSystem(), env })).toBe(true);
    expect(readFileSync(`${failing}.txt`, "utf8")).toBe(evil);
    expect(readFileSync(`${showing}.txt`, "utf8")).toBe(`-n\n${evil}\n`);
    expect(thisSystem().fileExists(join(folder, "evil"))).toBe(false);
  });

  test("and none of them is no failure", async () => {
    const env = { BROWSER: `${folder}/missing:${folder}` };
    expect(await openBrowser(url, { ...thisSystem(), env })).toBe(false);
  });

  test("and is not waited for when it stays, as a browser does", async () => {
    const staying = program(
      "staying",
      `echo $$ > ${folder}/pid; exec sleep 60`,
    );
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      const env = { BROWSER: staying };
      const opening = openBrowser(url, { ...thisSystem(), env });
      await vi.advanceTimersByTimeAsync(3_000);
      expect(await opening).toBe(true);
    } finally {
      vi.useRealTimers();
      const pid = await vi.waitUntil(() => {
        const file = join(folder, "pid");
        return existsSync(file) && Number(readFileSync(file, "utf8"));
      }, patient);
      process.kill(pid);
    }
  });
});
