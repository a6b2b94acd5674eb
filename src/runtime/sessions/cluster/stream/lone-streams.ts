import { sessionHeader } from "../../../http/server/sessions/endpoint.ts";
import type {
  HttpServices,
  OpenStream,
} from "../../../http/server/services.ts";
import type { Visit } from "../../../http/server/exchange.ts";

/**
 * The streams in this process of subscriptions that stand alone: nobody knows what
 * their clients have heard, so that nothing can be made good.
 */
export class LoneStreams {
  readonly #open = new Set<OpenStream>();

  /** Takes note of the streams of a transport, which has no list of them. */
  constructor(services: HttpServices) {
    const { openStream } = services;
    services.openStream = (client, visit) => {
      const open = openStream(client, visit);
      if (open && isLone(visit)) this.#note(open);
      return open;
    };
  }

  /** Ends all, as those that are too old: their clients subscribe again, and look. Gives how many. */
  end(): number {
    const all = [...this.#open];
    for (const open of all) open.onOld?.();
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

function isLone(visit: Visit): boolean {
  return (
    visit.header(sessionHeader) === undefined &&
    visit.header("mcp-method") === "subscriptions/listen"
  );
}
