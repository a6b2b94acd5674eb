import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { release } from "node:os";

/** Properties of a system that opening a browser depends on. */
export interface BrowserSystem {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** True on Linux inside Windows (WSL). */
  readonly isWsl: boolean;
  fileExists(path: string): boolean;
  /**
   * Starts a program without a shell. Resolves with false if it cannot be
   * started or fails.
   */
  start(program: string, args: readonly string[]): Promise<boolean>;
}

/** Program that opens a URL, and its arguments. */
export type BrowserCall = readonly [program: string, ...args: string[]];

/** Returns the system that this process runs on. */
export function thisSystem(): BrowserSystem {
  const { platform, env } = process;
  return {
    platform,
    env,
    isWsl: platform === "linux" && /microsoft/i.test(release()),
    fileExists: existsSync,
    start: startProgram,
  };
}

/**
 * Opens a URL in the first browser that starts. Resolves with false if there is
 * none.
 */
export async function openBrowser(
  url: string,
  system: BrowserSystem,
): Promise<boolean> {
  for (const [program, ...args] of browserCalls(url, system))
    if (await system.start(program, args)) return true;
  return false;
}

/**
 * Returns the commands to open a URL with, best first. Returns none if the user
 * could not see the browser: without a screen, in continuous integration, over
 * ssh. `BROWSER` takes precedence everywhere but on Windows: programs separated
 * by colons, `%s` for the URL, `none` to disable.
 */
export function browserCalls(
  url: string,
  system: BrowserSystem,
): readonly BrowserCall[] {
  const { platform, env, isWsl } = system;
  const chosen = platform === "win32" ? undefined : env["BROWSER"];
  if (chosen) return chosenCalls(chosen, url, system);
  if (isUnseen(system)) return [];
  if (platform === "win32") return [windowsCall(systemRoot(env), "\\", url)];
  if (platform === "darwin") return [["/usr/bin/open", url]];
  if (!isWsl) return [["xdg-open", url]];
  return [
    ["wslview", url],
    windowsCall("/mnt/c/Windows", "/", url),
    ["xdg-open", url],
  ];
}

function chosenCalls(
  chosen: string,
  url: string,
  { fileExists }: BrowserSystem,
): readonly BrowserCall[] {
  if (chosen === "none" || chosen === "false") return [];
  // A path may contain spaces and colons.
  if (fileExists(chosen)) return [[chosen, url]];
  return chosen.split(":").flatMap((command) => {
    const [program, ...args] = command.split(/\s+/).filter(Boolean);
    if (program === undefined) return [];
    if (!args.some((arg) => arg.includes("%s")))
      return [[program, ...args, url]];
    return [[program, ...args.map((arg) => arg.replaceAll("%s", () => url))]];
  });
}

function isUnseen({ platform, env, isWsl }: BrowserSystem): boolean {
  const isInCi = !["", "0", "false"].includes(env["CI"] ?? "");
  if (isInCi || isOverSsh(env)) return true;
  if (platform === "win32" || platform === "darwin" || isWsl) return false;
  return !env["DISPLAY"] && !env["WAYLAND_DISPLAY"];
}

/** True if the user is at another machine than this program. */
export function isOverSsh(env: BrowserSystem["env"]): boolean {
  return Boolean(env["SSH_CONNECTION"] || env["SSH_TTY"] || env["SSH_CLIENT"]);
}

function systemRoot(env: BrowserSystem["env"]): string {
  const name = Object.keys(env).find((key) => /^systemroot$/i.test(key));
  return (name && env[name]) || "C:\\Windows";
}

/**
 * Uses rundll32, because `start` needs cmd.exe, which interprets characters in
 * a URL.
 */
function windowsCall(root: string, slash: string, url: string): BrowserCall {
  const program = [root, "System32", "rundll32.exe"].join(slash);
  return [program, "url.dll,FileProtocolHandler", url];
}

/** Time after which a running program counts as success, in milliseconds. */
const settledMs = 3_000;

function startProgram(
  program: string,
  args: readonly string[],
): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      shell: false,
      // Outlives this process and receives no interrupts from the terminal.
      detached: true,
      stdio: "ignore",
    });
    const timer = setTimeout(() => resolve(true), settledMs);
    timer.unref();
    child.unref();
    child.once("error", () => settle(false));
    child.once("exit", (code) => settle(code === 0));
    const settle = (isOpen: boolean): void => {
      clearTimeout(timer);
      resolve(isOpen);
    };
  });
}
