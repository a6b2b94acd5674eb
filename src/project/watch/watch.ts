import { once } from "node:events";
import { Changes } from "./changes.ts";
import { Turns, type TurnsIo } from "./turns.ts";

export type { Turn } from "./turns.ts";
export type { WatchedOutput } from "./output.ts";

/** What `watch` has of the world. */
export interface WatchIo extends TurnsIo {
  /** Told which files are watched, as soon as they are. */
  watching(files: readonly string[]): void;
}

/**
 * Generates, and again whenever a file has changed that was read for it, until it is told to
 * stop. An output that cannot be generated stays as it was. Throws what `io` throws.
 */
export async function watch(io: WatchIo): Promise<void> {
  const stopped = aborted(io.signal);
  const changes = new Changes();
  const turns = new Turns(io);
  try {
    await Promise.race([turns.next(), stopped]);
    let isTold = false;
    while (!io.signal.aborted) {
      changes.list(turns.files, turns.written);
      if (!isTold) io.watching([...turns.files.keys()].sort());
      isTold = true;
      const changed = await changes.next(stopped);
      if (changed.size > 0) await Promise.race([turns.next(changed), stopped]);
    }
  } finally {
    changes.close();
  }
}

async function aborted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, "abort");
}
