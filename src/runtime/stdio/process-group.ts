import process from "node:process";
import { passive } from "./signals.ts";

/**
 * Whether a program is started as the head of a group of processes: it and all
 * that it starts are ended together.
 */
export function hasGroups(): boolean {
  return process.platform !== "win32";
}

/** Signals every process of a group; whether there is any. Signal 0 only asks. */
export function signalGroup(
  group: number,
  signal: NodeJS.Signals | 0,
): boolean {
  try {
    return process.kill(-group, signal);
  } catch {
    // There is none, or none that may be signalled.
    return false;
  }
}

/** How often it is looked whether a group has ended, in milliseconds. */
const interval = 20;

/**
 * Ends what the head of a group has left behind: by SIGTERM, unless it was asked
 * so before, and what is still there after `grace` milliseconds by SIGKILL.
 */
export async function endGroup(
  group: number,
  grace: number,
  isAsked: boolean,
): Promise<void> {
  if (!signalGroup(group, isAsked ? 0 : "SIGTERM")) return;
  const end = performance.now() + grace;
  while (performance.now() < end) {
    await new Promise((resolve) => setTimeout(resolve, interval));
    if (!signalGroup(group, 0)) return;
  }
  signalGroup(group, "SIGKILL");
}

/** What a terminal sends to all that run in its foreground. */
const fromTerminal = ["SIGINT", "SIGQUIT", "SIGHUP"] as const;

const groups = new Set<number>();

/**
 * Hands on to a group what a terminal sends to this process, since it has no
 * terminal of its own; gives what ends that. This process does what it did before.
 */
export function followTerminal(group: number): () => void {
  if (groups.size === 0) watch();
  groups.add(group);
  return () => {
    if (groups.delete(group) && groups.size === 0) unwatch();
  };
}

function watch(): void {
  passive.add(handOn);
  // Before others, of whom some look whether they listen alone.
  for (const signal of fromTerminal) process.prependListener(signal, handOn);
}

function unwatch(): void {
  for (const signal of fromTerminal) process.off(signal, handOn);
}

function handOn(signal: NodeJS.Signals): void {
  for (const group of groups) signalGroup(group, signal);
  unwatch();
  if (process.listenerCount(signal) === 0) process.kill(process.pid, signal);
  // The next may be at hand: it comes once this one was told to all.
  else
    process.nextTick(() => {
      if (groups.size > 0) watch();
    });
}
