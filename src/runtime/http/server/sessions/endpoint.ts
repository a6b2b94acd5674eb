import type { HttpAnswer } from "../answer/answer.ts";
import type { Endpoint } from "../endpoint.ts";
import { createMemoryEventStore } from "../events/memory-event-store.ts";
import type { SessionOptions } from "../options.ts";
import { isInitialize } from "../posted.ts";
import { randomText } from "../random-text.ts";
import { replyEmpty } from "../replies.ts";
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
  { max, idleMs, maxStreams }: Required<SessionOptions>,
): Endpoint {
  const { eventStore = createMemoryEventStore() } = services.options;
  const store = eventStore === false ? undefined : eventStore;
  const soon = new Soon<HttpAnswer>((answer) => answer.wait(), services.turns);
  const sessions = new Sessions(max, idleMs);

  function open(principal: string | undefined): HttpSession {
    const random = randomText(42);
    const session = new HttpSession({
      services,
      id: random.slice(0, idLength),
      prefix: random.slice(idLength),
      principal,
      store,
      maxStreams,
      soon,
      onClose: (one) => sessions.remove(one),
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
      else if (mayOpen(services, sessions, visit, posted))
        open(visit.principal).initialize(visit, posted);
    },
    get: (visit) => requireSession(sessions, visit)?.get(visit),
    delete(visit) {
      const session = requireSession(sessions, visit);
      if (!session) return;
      void session.close();
      replyEmpty(visit, 204);
    },
    end: () => sessions.end(),
    close: () => sessions.close(),
  };
}
