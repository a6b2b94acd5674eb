import type { Server } from "../../server/create-server.ts";
import type { ResolvedOptions } from "./resolve-options.ts";

/** What the parts of the HTTP transport share. */
export interface HttpServices {
  readonly server: Server;
  readonly options: ResolvedOptions;
  /** Never throws. */
  readonly onError: (error: Error) => void;
  /**
   * Whether requests may share a turn of the event loop. A platform like Workers
   * lets no request go on with what another began.
   */
  readonly turns: "shared" | "own";
  /** The streams that are open. */
  readonly streams: number;
  /** Calls back from time to time until it is stopped, for a comment on a silent stream. */
  keepAlive(beat: () => void): () => void;
  /** Counts a stream in; undefined when there are too many. */
  openStream(): OpenStream | undefined;
}

/** A stream that is counted. */
export interface OpenStream {
  /** Hears that it is as old as a stream may be. */
  onOld?: () => void;
  /** Counts it out, once. */
  close(): void;
}

export function createServices(
  known: Pick<HttpServices, "server" | "options" | "onError" | "turns">,
): HttpServices {
  const { keepAliveMs, maxStreams, maxStreamMs } = known.options;
  let streams = 0;
  return {
    ...known,
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
      let isOpen = true;
      const old = (): void => open.onOld?.();
      const timer = maxStreamMs > 0 ? setTimeout(old, maxStreamMs) : undefined;
      const open: OpenStream = {
        close() {
          if (isOpen) streams--;
          isOpen = false;
          clearTimeout(timer);
        },
      };
      return open;
    },
  };
}
