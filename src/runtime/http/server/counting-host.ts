import type { Server } from "../../server/create-server.ts";
import type { HttpHost, ResolvedOptions } from "./services.ts";

/** A host that tells how many streams are open. */
export interface CountingHost extends HttpHost {
  readonly streams: number;
}

export function createHost(
  server: Server,
  options: ResolvedOptions,
  turns: HttpHost["turns"],
  onError: (error: Error) => void,
): CountingHost {
  const { keepAliveMs, maxStreams } = options;
  let streams = 0;
  return {
    server,
    options,
    turns,
    onError,
    get streams() {
      return streams;
    },
    keepAlive(beat) {
      if (keepAliveMs === 0) return () => {};
      const timer = setInterval(beat, keepAliveMs);
      return () => clearInterval(timer);
    },
    openStream() {
      if (streams >= maxStreams) return undefined;
      streams++;
      let open = true;
      return () => {
        if (open) streams--;
        open = false;
      };
    },
  };
}
