import type { Socket } from "node:net";
import type { RawAnswer } from "../runtime/http-client/raw-server.ts";

/** Counts the connections that are open for one kind of request. */
export function counted(answer: RawAnswer): {
  readonly answer: RawAnswer;
  readonly open: Set<Socket>;
} {
  const sockets = new Set<Socket>();
  return {
    open: sockets,
    answer: (asked, socket) => {
      sockets.add(socket);
      socket.on("close", () => sockets.delete(socket));
      answer(asked, socket);
    },
  };
}
