import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import {
  lateBy,
  now,
  readingTime,
} from "../../../protocol/timers/deadlines.ts";

/** A socket whose time is ours. */
interface Limited {
  /** The time that it had. */
  readonly before: number;
  /** How many responses count on it. */
  responses: number;
  /** When it was silent for as long as it may, and what it had taken by then. */
  doubted: Taken | undefined;
}

interface Taken {
  /** On the clock of `now`. */
  readonly time: number;
  readonly bytes: number;
}

const limited = /* @__PURE__ */ new WeakMap<Socket, Limited>();

/**
 * Hears that the client of a response takes nothing of what waits for it for so
 * many milliseconds. The time is the socket's own, which its writes start again;
 * afterwards it has the time that it had. A socket that closes sooner anyway is
 * left as it is.
 */
export function cutSlowReader(
  socket: Socket,
  response: ServerResponse,
  silentMs: number,
  cut: () => void,
): void {
  // What stands for Node's own, as behind an adapter, may have none.
  if (typeof socket?.setTimeout !== "function") return;
  const known = limited.get(socket);
  const { timeout: before = 0 } = socket;
  if (!known && before > 0 && before <= silentMs) return;
  const state = known ?? { before, responses: 0, doubted: undefined };
  limited.set(socket, state);
  state.responses++;
  const lookMs = Math.min(readingTime, silentMs);
  socket.setTimeout(silentMs);
  const listener = (): void => {
    const waits = response.writableLength > 0;
    if (waits && isSilent(socket, state.doubted, lookMs)) return cut();
    const looks = waits && state.doubted === undefined;
    state.doubted = looks ? takenBy(socket) : undefined;
    socket.setTimeout(looks ? lookMs : silentMs);
  };
  // With a listener, whatever the server's own are, nothing else closes it.
  response.on("timeout", listener).once("close", () => {
    response.off("timeout", listener);
    if (--state.responses > 0) return;
    limited.delete(socket);
    // Node has set another by now, where it waits for the next request.
    const { timeout } = socket;
    if (timeout === silentMs || timeout === lookMs)
      socket.setTimeout(state.before);
  });
}

/**
 * Whether a client took nothing since it was doubted. Of what it took of one long write
 * nothing is known but that the socket's time began again, and ended late.
 */
function isSilent(
  socket: Socket,
  doubted: Taken | undefined,
  lookMs: number,
): boolean {
  if (!doubted) return false;
  const { time, bytes } = takenBy(socket);
  return bytes === doubted.bytes && time - doubted.time < lookMs + lateBy;
}

/** What has gone out for certain: writes that ended. */
function takenBy({ bytesWritten, writableLength }: Socket): Taken {
  return { time: now(), bytes: bytesWritten - writableLength };
}
