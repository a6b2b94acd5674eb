import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";

/** Who holds a lock, as its file says. */
export interface Holder {
  /** No two holders have the same, in whatever process. */
  readonly nonce: string;
  /** Where `pid` means something: a machine since it was started, or a container on it. */
  readonly machine: string;
  readonly pid: number;
  /** When the process began, as the system tells it: pids are used again. */
  readonly started: string | undefined;
}

/** Whether a holder's process lives; `unknown` where nobody can tell. */
export type Life = "alive" | "dead" | "unknown";

let ownStart: Promise<string | undefined> | undefined;

/** Describes this process, as one holder more. */
export async function newHolder(): Promise<Holder> {
  ownStart ??= startOf(process.pid);
  return {
    nonce: randomBytes(16).toString("hex"),
    machine: thisMachine(),
    pid: process.pid,
    started: await ownStart,
  };
}

/** Reads what a lock file says; undefined for what is no holder. */
export function readHolderText(text: string): Holder | undefined {
  const fields = text.split("\n");
  const [nonce = "", machine = "", pidText = "", started = ""] = fields;
  const pid = Number(pidText);
  // The nonce becomes part of a path, and the pid goes to `kill`, where 0 is a group.
  const isSound =
    fields.length === 5 &&
    /^[0-9a-f]{32}$/.test(nonce) &&
    Number.isSafeInteger(pid) &&
    pid > 0;
  if (!isSound) return undefined;
  return { nonce, machine, pid, started: started || undefined };
}

/** What a lock file says; whole only with its last line. */
export function holderText(holder: Holder): string {
  const { nonce, machine, pid, started = "" } = holder;
  return `${nonce}\n${machine}\n${pid}\n${started}\n`;
}

/** Tells whether the process of a holder lives. */
export async function lifeOf(holder: Holder): Promise<Life> {
  if (holder.machine !== thisMachine()) return "unknown";
  if (!exists(holder.pid)) return "dead";
  if (holder.started === undefined) return "unknown";
  const started = await startOf(holder.pid);
  // Gone just now, or not to be seen: whoever asks again will know.
  if (started === undefined) return exists(holder.pid) ? "unknown" : "dead";
  return started === holder.started ? "alive" : "dead";
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Another user's process may not be signalled, but it is there.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

let machine: string | undefined;

function thisMachine(): string {
  return (machine ??= (process.platform === "linux" && linux()) || hostname());
}

/** A pid is one process of one start of the machine, and of one container on it. */
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
    // The name of the program, in parentheses, may have anything in it.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const [state = ""] = fields;
    // What has ended, and is waited for by nobody, has its pid still.
    return /^[ZXx]$/.test(state) ? "ended" : fields[19];
  } catch {
    return undefined;
  }
}

/** How long an answer of `ps` holds, in milliseconds: a waiting process asks often. */
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
