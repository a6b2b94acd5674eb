import { toError } from "../../../protocol/errors.ts";
import type {
  PostResponse,
  OnSessionOpen,
} from "../../../http/server/answer/post-response.ts";
import type { OutgoingMessages } from "../../../http/server/answer/policies.ts";
import type { Posted } from "../../../http/server/posted.ts";
import { randomText } from "../../../http/server/services.ts";
import { sendRefusal } from "../../../http/server/replies.ts";
import { reserveSession } from "../../../http/server/sessions/endpoint.ts";
import type { HttpHeaders } from "../../../http/shared/request-response.ts";
import type { HttpExchange } from "../../../http/server/exchange.ts";
import type { SessionRecord } from "../../session-store.ts";
import { away, awayBy } from "../away.ts";
import type { Replica } from "./replica.ts";
import type { Replicas } from "./replicas.ts";
import type { Commons } from "../commons.ts";
import { WaitingSink } from "./waiting-sink.ts";

/**
 * Length of the secret part of the random text: 33 bytes in base64. The rest is the stream
 * prefix.
 */
const idLength = 44;

/** The store limits the number of sessions; this process only limits their memory. */
const noBound = { makeRoom: () => undefined };

/** Handles an initialize request and responds when the session is stored. */
export function openSession(
  shared: Commons,
  replicas: Replicas,
  visit: HttpExchange,
  posted: Posted,
): void {
  const charge = reserveSession(shared.http, noBound, visit, posted);
  if (!charge) return;
  const random = randomText(42);
  const id = random.slice(0, idLength);
  const streams = random.slice(idLength);
  const { viewer } = visit;
  const replica = replicas.open(id, streams, viewer, charge);
  const named: HttpHeaders = { "mcp-session-id": id };
  const unnamed: HttpHeaders = {};
  const opening: OnSessionOpen = () => (replica.record ? named : unnamed);
  const waiting = (answer: PostResponse): WaitingSink =>
    new WaitingSink(answer, (message) => {
      const revision = revisionOf(message);
      if (revision === undefined) {
        answer.send(message);
        return replica.drop();
      }
      const record: SessionRecord = {
        id,
        streams,
        principal: viewer.principal,
        client: charge.client.key,
        revision,
        peer: replica.peer,
        isReady: false,
        logLevel: undefined,
        resources: [],
        keeper: shared.name,
      };
      const opened = keep(shared, replicas, replica, record, (problem) => {
        if (problem === undefined) return answer.send(message);
        const [status, reason] = problem;
        answer.abandon((one) => sendRefusal(one, status, reason, posted));
        replica.drop();
      });
      replica.waitsFor(opened);
    });
  replica.call(visit, posted, waiting, opening);
}

type Problem = readonly [status: 429 | 503, reason: string];

/**
 * Stores a session and calls back with the problem, or with undefined on success. Never
 * rejects.
 */
async function keep(
  shared: Commons,
  replicas: Replicas,
  replica: Replica,
  record: SessionRecord,
  done: (problem: Problem | undefined) => void,
): Promise<void> {
  const { sessions, streams, bounds, http } = shared;
  try {
    const creating = sessions.create(record, bounds);
    const kept = await shared.askAtOnce("the session", creating);
    if (kept.kind === "full")
      return done([kept.of === "client" ? 429 : 503, "Too many sessions"]);
    for (const session of kept.displaced) {
      replicas.ofStreams(session)?.finish("displaced");
      shared.report(streams.deleteSession(session));
      shared.whisper({ kind: "ended", session, why: "displaced" });
    }
  } catch (error) {
    http.onError(toError(error), { kind: "store" });
    return done([503, awayBy(error)]);
  }
  if (replica.isClosed) return done([503, away]);
  replica.opens(record);
  replicas.kept(replica);
  done(undefined);
}

/** Returns the negotiated protocol version; undefined if the request was rejected. */
function revisionOf(message: OutgoingMessages): string | undefined {
  if (!("result" in message)) return undefined;
  const { result } = message;
  return "protocolVersion" in result
    ? String(result.protocolVersion)
    : undefined;
}
