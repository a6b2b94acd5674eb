import type { Endpoint } from "../endpoint.ts";
import type { SessionOptions } from "../options.ts";
import { isInitialize } from "../posted.ts";
import { randomText } from "../random-text.ts";
import { replyEmpty } from "../replies.ts";
import type { Charge } from "../kept/ledger.ts";
import type { Visit } from "../visit.ts";
import type { HttpServices } from "../services.ts";
import { Soon } from "../soon.ts";
import { mayOpen, requireSession, sessionHeader } from "./checks.ts";
import { HttpSession } from "./link.ts";
import { Sessions } from "./sessions.ts";

/** What is not guessed: 33 bytes. The rest names the streams of the session. */
const idLength = 44;

/**
 * Serves clients that shake hands over Streamable HTTP: the page
 * `basic/transports` of the revisions that have sessions.
 */
export function createSessionEndpoint(
  services: HttpServices,
  { max, idleMs, maxStreams, maxKeptBytes }: Required<SessionOptions>,
): Endpoint {
  const { kept, eventStore: store, options } = services;
  const soon = new Soon(services.turns);
  const sessions = new Sessions(max, options.perClient.maxSessions, idleMs);

  function open({ viewer }: Visit, charge: Charge): HttpSession {
    const random = randomText(42);
    const session = new HttpSession({
      services,
      id: random.slice(0, idLength),
      prefix: random.slice(idLength),
      viewer,
      charge,
      keeping: kept.keepingOf(charge, maxKeptBytes),
      store,
      maxStreams,
      soon,
      onClose(one) {
        sessions.remove(one);
        kept.ledger.set(charge, 0);
      },
    });
    sessions.add(session);
    return session;
  }

  return {
    get sessions() {
      return sessions.size;
    },
    post(visit, posted) {
      if (visit.header(sessionHeader) !== undefined || !isInitialize(posted))
        requireSession(sessions, visit, posted)?.post(visit, posted);
      else {
        const charge = mayOpen(services, sessions, visit, posted);
        if (charge) open(visit, charge).initialize(visit, posted);
      }
    },
    find: (visit) => sessions.get(visit.header(sessionHeader) ?? ""),
    get: (visit) => requireSession(sessions, visit)?.get(visit),
    delete(visit) {
      const session = requireSession(sessions, visit);
      if (!session) return;
      session.finish("deleted");
      replyEmpty(visit, 204);
    },
    end: () => sessions.end(),
    close: () => sessions.close(),
  };
}
