import { listen } from "../../../src/runtime/http-node.ts";
import type { Endpoint } from "../clients/target.ts";
import type { Place } from "../place.ts";
import { createInteropServer } from "../servers/our-server.ts";
import { recordFetch, type RecordedFetch } from "./exchanges.ts";
import type { Running } from "./host.ts";
import { httpTools, retryMs } from "./tools.ts";

export type Listening = Awaited<ReturnType<typeof listen>>;

/** A server over HTTP, and one client that comes to it. */
export interface HttpPlace extends Place {
  readonly target: Endpoint;
  readonly exchanges: RecordedFetch["exchanges"];
  readonly running: Running;
  /** Where one more client finds the server, and what passes between the two. */
  another(): Omit<HttpPlace, "another">;
}

/** One server of ours in this process, which speaks every revision. */
export async function httpPlace(
  transport: Endpoint["transport"],
): Promise<HttpPlace> {
  const running = await listen(createInteropServer(httpTools), {
    port: 0,
    retryMs,
    sse: {},
  });
  const open = (): Omit<HttpPlace, "another"> => {
    const { fetch, exchanges, lines } = recordFetch();
    const url = endpointUrl(running, transport);
    return {
      target: { transport, url, fetch },
      exchanges,
      lines,
      running,
      close: () => running.close(),
    };
  };
  return { ...open(), another: open };
}

export function endpointUrl(
  { url }: Listening,
  transport: Endpoint["transport"],
): URL {
  return new URL(transport === "sse" ? "/sse" : "/mcp", url);
}
