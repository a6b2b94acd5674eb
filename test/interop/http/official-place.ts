import type { Endpoint } from "../clients/target.ts";
import { recordFetch } from "./exchanges.ts";
import type { Host } from "./host.ts";
import type { HttpPlace } from "./place.ts";

/** An official server over HTTP, and one client of ours that comes to it. */
export interface OfficialPlace extends HttpPlace {
  /** Breaks every connection, and forgets every session. */
  restart(): Promise<void>;
}

export interface Official {
  readonly hosted: Host;
  readonly transport: Endpoint["transport"];
  /** Those that are open, by their ids. */
  readonly sessions: Map<string, unknown>;
  /** Ends what the library holds open. */
  readonly end?: () => Promise<void>;
}

export function officialPlace({
  hosted,
  transport,
  sessions,
  end,
}: Official): OfficialPlace {
  const url = new URL(transport === "sse" ? "/sse" : "/mcp", hosted.origin);
  const running = {
    status: () => ({ sessions: sessions.size, streams: hosted.open() }),
    async close() {
      await end?.();
      await hosted.close();
    },
  };
  const open = (): Omit<HttpPlace, "another"> => {
    const { fetch, exchanges, lines } = recordFetch();
    const target = { transport, url, fetch };
    return { target, exchanges, lines, running, close: running.close };
  };
  return {
    ...open(),
    another: open,
    async restart() {
      sessions.clear();
      await hosted.restart();
    },
  };
}
