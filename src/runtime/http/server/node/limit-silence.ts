import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** A socket whose time is ours. */
interface Limited {
  /** The time that it had. */
  readonly before: number;
  /** How many responses count on it. */
  responses: number;
}

const limited = /* @__PURE__ */ new WeakMap<Socket, Limited>();

/**
 * Hears that the client of a response takes nothing of what waits for it for so
 * many milliseconds. The time is the socket's own, which its writes start again;
 * afterwards it has the time that it had. A socket that closes sooner anyway is
 * left as it is.
 */
export function limitSilence(
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
  const state = known ?? { before, responses: 0 };
  limited.set(socket, state);
  state.responses++;
  socket.setTimeout(silentMs);
  const listener = (): void => {
    if (response.writableLength > 0) cut();
  };
  // With a listener, whatever the server's own are, nothing else closes it.
  response.on("timeout", listener).once("close", () => {
    response.off("timeout", listener);
    if (--state.responses > 0) return;
    limited.delete(socket);
    // Node has set another by now, where it waits for the next request.
    if (socket.timeout === silentMs) socket.setTimeout(state.before);
  });
}
