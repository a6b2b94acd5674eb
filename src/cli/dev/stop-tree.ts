import { spawn } from "node:child_process";

/** Ends a program and all that it has started: programs that start others seldom do. */
export function stopTree(
  pid: number | undefined,
  signal: "SIGTERM" | "SIGKILL",
  isWindows: boolean,
): void {
  if (pid === undefined) return;
  if (isWindows) {
    const force = signal === "SIGKILL" ? ["/F"] : [];
    spawn("taskkill", ["/PID", `${pid}`, "/T", ...force], {
      stdio: "ignore",
    }).on("error", () => undefined);
    return;
  }
  try {
    // The group that it leads, for it was started detached.
    process.kill(-pid, signal);
  } catch {
    // Nobody is left in it.
  }
}
