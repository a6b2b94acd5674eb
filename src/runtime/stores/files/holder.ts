import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";

/** Owner of a lock, as described in its file. */
export interface Holder {
  /** Unique random value of the owner. */
  readonly nonce: string;
  /** Scope of `pid`: one boot of a machine, or a container on it. */
  readonly machine: string;
  readonly pid: number;
  /** Start time of the process as the system reports it, because pids are reused. */
  readonly started: string | undefined;
}

/** State of the owner's process; `unknown` if it cannot be determined. */
export type Life = "alive" | "dead" | "unknown";

let ownStart: Promise<string | undefined> | undefined;

/** Describes this process as a new lock owner. */
export async function newHolder(): Promise<Holder> {
  ownStart ??= startOf(process.pid);
  return {
    nonce: randomBytes(16).toString("hex"),
    machine: thisMachine(),
    pid: process.pid,
    started: await ownStart,
  };
}

/** Parses a lock file; undefined for an invalid one. */
export function readHolderText(text: string): Holder | undefined {
  const fields = text.split("\n");
  const [nonce = "", machine = "", pidText = "", started = ""] = fields;
  const pid = Number(pidText);
  // Strict, as the nonce becomes part of a path, and `kill` treats pid 0 as a group.
  const isSound =
    fields.length === 5 &&
    /^[0-9a-f]{32}$/.test(nonce) &&
    Number.isSafeInteger(pid) &&
    pid > 0;
  if (!isSound) return undefined;
  return { nonce, machine, pid, started: started || undefined };
}

/** Returns the text of a lock file; it is complete only with its last line. */
export function holderText(holder: Holder): string {
  const { nonce, machine, pid, started = "" } = holder;
  return `${nonce}\n${machine}\n${pid}\n${started}\n`;
}

/** Checks whether the owner's process is alive. */
export async function lifeOf(holder: Holder): Promise<Life> {
  if (holder.machine !== thisMachine()) return "unknown";
  if (!exists(holder.pid)) return "dead";
  if (holder.started === undefined) return "unknown";
  const started = await startOf(holder.pid);
  // The process has just ended or is not visible; a later check decides.
  if (started === undefined) return exists(holder.pid) ? "unknown" : "dead";
  return started === holder.started ? "alive" : "dead";
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // A process of another user cannot be signalled, but exists.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

let machine: string | undefined;

function thisMachine(): string {
  return (machine ??= (process.platform === "linux" && linux()) || hostname());
}

/** A pid is unique within one boot of the machine and one container. */
function linux(): string | undefined {
  try {
    const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
    return `${boot} ${readlinkSync("/proc/self/ns/pid")}`;
  } catch {
    return undefined;
  }
}

async function startOf(pid: number): Promise<string | undefined> {
  switch (process.platform) {
    case "linux":
      return linuxStart(pid);
    case "win32":
      return undefined;
    default:
      return knownStart(pid);
  }
}

function linuxStart(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The program name, in parentheses, may contain any characters.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const [state = ""] = fields;
    // A zombie process still has its pid.
    return /^[ZXx]$/.test(state) ? "ended" : fields[19];
  } catch {
    return undefined;
  }
}

/** Time to cache a reply of `ps`, in milliseconds: a waiting process asks often. */
const startHoldsMs = 2_000;

let asked:
  undefined | { pid: number; at: number; start: Promise<string | undefined> };

function knownStart(pid: number): Promise<string | undefined> {
  const at = performance.now();
  if (asked?.pid !== pid || at - asked.at > startHoldsMs)
    asked = { pid, at, start: unixStart(pid) };
  return asked.start;
}

function unixStart(pid: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    execFile(
      "/bin/ps",
      ["-o", "lstart=", "-p", String(pid)],
      { env: { LC_ALL: "C", TZ: "UTC" }, timeout: 5_000 },
      (error, stdout) =>
        resolve(error ? undefined : stdout.trim() || undefined),
    );
  });
}
