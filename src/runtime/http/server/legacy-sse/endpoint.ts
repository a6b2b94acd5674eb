import { isObject } from "../../../protocol/message.ts";
import type { HttpRequest } from "../../shared/request-response.ts";
import { formatEvent } from "../answer/event-text.ts";
import type { Endpoint } from "../endpoint.ts";
import { randomText } from "../random-text.ts";
import { refuseStream, sendRefusal } from "../refusals.ts";
import type { HttpServices } from "../services.ts";
import { findLink, requireLink } from "./checks.ts";
import { SseLink } from "./link.ts";

/**
 * Serves HTTP with SSE, whose connections are their streams: the page
 * `basic/transports` of the first revision.
 */
export function createSseEndpoint(services: HttpServices): Endpoint {
  const { kept, options } = services;
  const { sse, maxStreams } = options;
  const { path = "/sse", messagesPath = "/messages" } = sse ?? {};
  const links = new Map<string, SseLink>();

  return {
    sessions: 0,
    get(visit) {
      if (services.streams >= maxStreams) return refuseStream(visit);
      const id = randomText(33);
      const target = `${mountOf(visit, path)}${messagesPath}?sessionId=${id}`;
      const charge = kept.openSession(kept.accountOf(visit), undefined);
      if ("kind" in charge)
        return sendRefusal(visit, charge.status, charge.reason);
      const close = (): void => void links.delete(id);
      const link = new SseLink(services, visit, charge, close);
      if (!link.open(visit, formatEvent(target, { event: "endpoint" }))) {
        void link.close();
        return refuseStream(visit, 429);
      }
      if (link.isOpen) links.set(id, link);
    },
    post: (visit, posted) =>
      requireLink(links, visit, posted)?.post(visit, posted),
    find: (visit) => findLink(links, visit),
    delete: (visit) => sendRefusal(visit, 405, "There are no sessions"),
    async end() {
      const open = [...links.values()];
      await Promise.all(open.map(({ connection }) => connection.end()));
    },
    close() {
      for (const link of [...links.values()]) void link.close();
    },
  };
}

/** What the path of the application goes before the server's own paths. */
function mountOf({ target, native }: HttpRequest, path: string): string {
  const original = isObject(native) ? native["originalUrl"] : undefined;
  const url = typeof original === "string" ? original : target;
  const [whole = ""] = url.split("?");
  return whole.endsWith(path) ? whole.slice(0, -path.length) : "";
}
