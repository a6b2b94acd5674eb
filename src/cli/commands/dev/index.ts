import { spawn } from "node:child_process";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import {
  addressIn,
  dev,
  inspectStdio,
  inspectUrl,
  serverCommand,
  type DevIo,
} from "../../dev/index.ts";
import { UsageError } from "../../../base/diagnostics/error.ts";
import { escapeControls } from "../../../base/diagnostics/escape.ts";
import { packageRoot } from "../../../base/package.ts";
import {
  formatOf,
  isTypeScript,
  transpile,
} from "../../run-typescript/index.ts";
import type { ExitCode } from "../exit-code.ts";
import type { CommandIo } from "../io.ts";
import { reporting } from "../report.ts";
import type { DevFlags } from "./flags.ts";

/** `mcp-gen dev`: stands between a client and a server that starts again on change. */
export async function devCommand(
  words: readonly string[],
  flags: DevFlags,
  io: CommandIo,
): Promise<ExitCode> {
  return reporting(io, "text", async () => {
    const { http = false, inspector = false, url } = flags;
    if (url !== undefined && !(http && inspector))
      throw new UsageError(
        "invalid-option",
        "--url is what the Inspector opens of a server over HTTP",
        { hint: "give --http and --inspector with it" },
      );
    const signal = io.interruption?.() ?? new AbortController().signal;
    const [node = "node"] = io.program ?? [];
    const loader = new URL("dist/typescript.js", packageRoot);
    // Named before anything opens: a misspelt file is told at once.
    const server = serverCommand(words, io.cwd, { node, loader });
    if (inspector && !http)
      return (await inspect(stdioInspector(words, flags, io), io, signal))
        ? 0
        : 2;
    if (url !== undefined) void inspect(inspectUrl(url), io, signal);
    const heard =
      inspector && url === undefined ? inspectorAt(io, signal) : undefined;
    const devIo = devIoOf(io, signal, heard);
    const { usesLoader } = server;
    const watch = flags.watch.map((path) => resolve(io.cwd, path));
    const world = usesLoader ? { ...devIo, prepare: prepareTypeScript } : devIo;
    return (await dev({ server, isHttp: http, watch }, world)) ? 0 : 1;
  });
}

/** The Inspector starts this command itself, without the option that opens it. */
function stdioInspector(
  words: readonly string[],
  { watch }: DevFlags,
  { program = ["mcp-gen", ""] }: CommandIo,
): string[] {
  const options = watch.flatMap((path) => ["--watch", path]);
  const isCommand = words.some((word) => word.startsWith("-"));
  return inspectStdio(program, [
    "dev",
    ...options,
    ...(isCommand ? ["--"] : []),
    ...words,
  ]);
}

/** Opens the Inspector once, as soon as it is known where. */
function inspectorAt(
  io: CommandIo,
  signal: AbortSignal,
): (text: string) => void {
  let isOpen = false;
  return (text) => {
    const address = isOpen ? undefined : addressIn(text);
    if (address === undefined) return;
    isOpen = true;
    void inspect(inspectUrl(address), io, signal);
  };
}

function devIoOf(
  io: CommandIo,
  signal: AbortSignal,
  heard: ((text: string) => void) | undefined,
): DevIo {
  return {
    cwd: io.cwd,
    env: io.env ?? {},
    isWindows: io.platform === "win32",
    stdin: () => io.stdin(),
    stdout: (text) => {
      heard?.(text);
      io.stdout(text);
    },
    drained: () => io.drained(),
    stderr: (text) => {
      heard?.(text);
      io.stderr(text);
    },
    prepare: async () => undefined,
    note: (text) => io.stderr(`mcp-gen dev: ${escapeControls(text)}\n`),
    signal,
  };
}

/** Loads the compiler once, and not with each server. What is wrong is the server's to tell. */
async function prepareTypeScript(path: string): Promise<void> {
  const { href } = pathToFileURL(path);
  if (!isTypeScript(href)) return;
  try {
    transpile(path, formatOf(path));
  } catch {
    // The server says it, with the line.
  }
}

/** Runs the Inspector until it ends; whether it ended well. */
async function inspect(
  [command = "", ...args]: readonly string[],
  io: CommandIo,
  signal: AbortSignal,
): Promise<boolean> {
  io.stderr(`mcp-gen dev: ${[command, ...args].join(" ")}\n`);
  const child = spawn(command, args, {
    cwd: io.cwd,
    env: { ...io.env },
    shell: io.platform === "win32",
    stdio: ["ignore", 2, 2],
  });
  signal.addEventListener("abort", () => child.kill("SIGTERM"));
  return new Promise((resolveEnd) => {
    child.once("error", ({ message }) => {
      io.stderr(`error not-started: ${escapeControls(message)}\n`);
      resolveEnd(false);
    });
    child.once("exit", (code) => resolveEnd(code === 0 || signal.aborted));
  });
}
