import { sessionHeader } from "../../../http/server/sessions/endpoint.ts";
import type {
  HttpServices,
  OpenStream,
} from "../../../http/server/services.ts";
import type { HttpExchange } from "../../../http/server/exchange.ts";

/**
 * Subscription streams without a session in this process. Missed notifications cannot be
 * repeated, as no state of the clients is stored.
 */
export class LoneStreams {
  readonly #open = new Set<OpenStream>();

  /** Wraps `openStream` of the transport to track the streams. */
  constructor(services: HttpServices) {
    const { openStream } = services;
    services.openStream = (client, visit) => {
      const open = openStream(client, visit);
      if (open && isLone(visit)) this.#note(open);
      return open;
    };
  }

  /**
   * Ends all streams as if they had reached their maximum age; the clients subscribe again and
   * fetch current data. Returns their number.
   */
  end(): number {
    const all = [...this.#open];
    for (const open of all) open.onExpire?.();
    return all.length;
  }

  #note(open: OpenStream): void {
    const { close } = open;
    this.#open.add(open);
    open.close = () => {
      this.#open.delete(open);
      close();
    };
  }
}

function isLone(visit: HttpExchange): boolean {
  return (
    visit.header(sessionHeader) === undefined &&
    visit.header("mcp-method") === "subscriptions/listen"
  );
}
