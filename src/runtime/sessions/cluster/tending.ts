import { now } from "../../protocol/timers/deadlines.ts";
import type { Replica } from "./session/replica.ts";
import type { Replicas } from "./session/replicas.ts";
import type { Commons } from "./commons.ts";

/** Maximum interval between sweeps, in milliseconds. */
const longestPause = 30_000;

/** Idle time after which an unused local session is dropped, in milliseconds. */
const restMs = 60_000;

/** Maximum number of sessions in one query. */
const atOnce = 500;

/**
 * Starts a periodic sweep: renews sessions whose clients listen, finds expired sessions, and
 * drops local sessions that other processes serve. Returns a function that stops it.
 */
export function tend(shared: Commons, replicas: Replicas): () => void {
  const pauseMs = Math.min(Math.ceil(shared.bounds.idleMs / 4), longestPause);
  const timer = setInterval(
    () => shared.report(look(shared, replicas)),
    pauseMs,
  );
  // The timer does not keep the process alive.
  (timer as { readonly unref?: () => void }).unref?.();
  return () => clearInterval(timer);
}

async function look(shared: Commons, replicas: Replicas): Promise<void> {
  const idle: string[] = [];
  for (const replica of replicas.all) {
    const { record, isBusy, isKeeper, isHeld } = replica;
    const restedMs = now() - replica.usedAt;
    if (!record) {
      if (restedMs > shared.bounds.openingMs && !isBusy) replica.drop();
    } else if (isBusy) keepOn(shared, replicas, replica);
    else if (isKeeper || isHeld) idle.push(replica.id);
    else if (restedMs > restMs) replica.drop();
  }
  for (let at = 0; at < idle.length; at += atOnce) {
    const asked = shared.sessions.gone(idle.slice(at, at + atOnce));
    for (const id of await shared.ask("the sessions", asked))
      replicas.get(id)?.finish("idle");
  }
}

/** Renews the idle timeout of a session whose client waits for something. */
function keepOn(shared: Commons, replicas: Replicas, replica: Replica): void {
  const { idleMs, openingMs } = shared.bounds;
  const limit = replica.isReady ? idleMs : openingMs;
  if (now() - replica.keptOnAt > limit / 3)
    shared.report(replicas.use(replica.id, replica.viewer));
}
