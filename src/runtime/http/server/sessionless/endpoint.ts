import type { Endpoint } from "../endpoint.ts";
import { isInitialize } from "../posted.ts";
import { refuseRevision, sendRefusal } from "../refusals.ts";
import { replyEmpty } from "../replies.ts";
import type { HttpServices } from "../services.ts";
import { Soon } from "../soon.ts";
import type { Visit } from "../visit.ts";
import { isAnswer, isNotice, revisionOf } from "./checks.ts";
import { LonePost } from "./link.ts";

/** Answers each POST alone, as if its client had shaken hands elsewhere. */
export function createSessionlessEndpoint(services: HttpServices): Endpoint {
  const { server, options } = services;
  const soon = new Soon(services.turns);
  const open = new Set<LonePost>();
  const refuse = (visit: Visit): void =>
    sendRefusal(visit, 405, "There are no sessions");

  return {
    sessions: 0,
    post(visit, posted) {
      const table = revisionOf(visit, server.revisions);
      if (!table) return refuseRevision(visit, server.revisions, posted);
      // Handlers go on when their clients are gone.
      if (open.size >= options.maxRequests)
        return sendRefusal(visit, 503, "Too many requests at once", posted);
      if (isAnswer(posted))
        return sendRefusal(visit, 400, "The server has asked nothing", posted);
      const revision = isInitialize(posted) ? undefined : table.revision;
      const link = new LonePost(services, visit.viewer, revision, (one) =>
        open.delete(one),
      );
      if (isNotice(posted, table)) {
        link.hear(posted);
        return replyEmpty(visit, 202);
      }
      open.add(link);
      link.call(visit, posted).delivered(soon);
    },
    get: refuse,
    delete: refuse,
    async end() {
      await Promise.all([...open].map(({ connection }) => connection.end()));
    },
    close() {
      for (const link of [...open]) void link.close();
    },
  };
}
