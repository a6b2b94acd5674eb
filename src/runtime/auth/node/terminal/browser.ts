import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { release } from "node:os";

/** What one has to know of a system to open a browser on it. */
export interface BrowserSystem {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Whether it is Linux inside of Windows. */
  readonly isWsl: boolean;
  fileExists(path: string): boolean;
  /** Starts a program without a shell; false when it cannot be, or fails. */
  start(program: string, args: readonly string[]): Promise<boolean>;
}

/** A program that shows a URL, and its arguments. */
export type BrowserCall = readonly [program: string, ...args: string[]];

/** The system that this process runs on. */
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

/** Opens a URL in the first browser that takes it; false when there is none. */
export async function openBrowser(
  url: string,
  system: BrowserSystem,
): Promise<boolean> {
  for (const [program, ...args] of browserCalls(url, system))
    if (await system.start(program, args)) return true;
  return false;
}

/**
 * What would open a URL, best first; nothing where nobody would see it: without a
 * screen, in continuous integration, over ssh. `BROWSER` has its way everywhere
 * but on Windows: programs parted by colons, `%s` for the URL, `none` for none.
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
  // A path may have blanks and colons in it.
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

/** Whether the person is at another machine than this program. */
export function isOverSsh(env: BrowserSystem["env"]): boolean {
  return Boolean(env["SSH_CONNECTION"] || env["SSH_TTY"] || env["SSH_CLIENT"]);
}

function systemRoot(env: BrowserSystem["env"]): string {
  const name = Object.keys(env).find((key) => /^systemroot$/i.test(key));
  return (name && env[name]) || "C:\\Windows";
}

/** `start` would need cmd.exe, which reads more into a URL than a URL. */
function windowsCall(root: string, slash: string, url: string): BrowserCall {
  const program = [root, "System32", "rundll32.exe"].join(slash);
  return [program, "url.dll,FileProtocolHandler", url];
}

/** After which time a program that still runs has opened a browser, or is one; in milliseconds. */
const settledMs = 3_000;

function startProgram(
  program: string,
  args: readonly string[],
): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      shell: false,
      // It outlives this process, and no interrupt at the terminal reaches it.
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
