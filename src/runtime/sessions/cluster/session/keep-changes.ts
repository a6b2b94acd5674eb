import {
  INTERNAL_ERROR,
  INVALID_REQUEST,
  toError,
} from "../../../protocol/errors.ts";
import type { RequestId } from "../../../protocol/message.ts";
import type { PostResponse } from "../../../http/server/answer/post-response.ts";
import type { OutgoingMessages } from "../../../http/server/answer/policies.ts";
import type { Posted } from "../../../http/server/posted.ts";
import type { SessionChange } from "../../session-store.ts";
import { awayBy } from "../away.ts";
import type { Replica } from "./replica.ts";
import type { Commons } from "../commons.ts";
import { changesIn, type AcceptedChange } from "./state-changes.ts";
import { WaitingSink } from "./waiting-sink.ts";

/** Changes the shared session record. Rejects if the store cannot be reached. */
export async function changeSession(
  shared: Commons,
  replica: Replica,
  change: SessionChange,
): Promise<"done" | "gone" | "full"> {
  const { id, record, streams: session } = replica;
  const { sessions } = shared;
  const updating = sessions.update(id, record?.principal, change);
  const outcome = await shared.ask("the session", updating);
  if (outcome === "done") {
    replica.changed(change);
    const news = { kind: "changed", session } as const;
    // Sent before the response, as this process may die right after it.
    await shared.tell(news).catch(() => shared.whisper(news));
  }
  return outcome;
}

/** Delays responses to requests that change their session until the change is stored. */
export function keepingChanges(
  shared: Commons,
  replica: Replica,
  posted: Posted,
): (answer: PostResponse) => WaitingSink {
  return (answer) =>
    new WaitingSink(answer, (message) => {
      const changes = changesIn(posted, message);
      if (changes.length === 0) return answer.send(message);
      const kept = keep(shared, replica, changes).then((refused) => {
        if (refused === "gone") return replica.finish("idle");
        answer.send(withErrors(message, refused));
      });
      replica.waitsFor(kept);
    });
}

type Refused = ReadonlyMap<RequestId, object>;

/** Returns the errors for changes that could not be stored. Never rejects. */
async function keep(
  shared: Commons,
  replica: Replica,
  changes: readonly AcceptedChange[],
): Promise<Refused | "gone"> {
  const refused = new Map<RequestId, object>();
  for (const { id, change } of changes) {
    try {
      const outcome = await changeSession(shared, replica, change);
      if (outcome === "gone") return outcome;
      if (outcome === "full") refused.set(id, tooMuch);
    } catch (error) {
      shared.http.onError(toError(error), { kind: "store" });
      refused.set(id, { code: INTERNAL_ERROR, message: awayBy(error) });
    }
    // The change was not stored, so this process reads the stored session again.
    if (refused.has(id)) replica.freshUntil = 0;
  }
  return refused;
}

const tooMuch = {
  code: INVALID_REQUEST,
  message: "The client exceeds its memory limit",
};

function withErrors(
  message: OutgoingMessages,
  refused: Refused,
): OutgoingMessages {
  if (refused.size === 0) return message;
  const answers = [message].flat().map((one) => {
    const id = "id" in one ? one.id : undefined;
    const error = id === undefined || id === null ? id : refused.get(id);
    // Built from a code and a message, so it matches the message type.
    return error ? ({ jsonrpc: "2.0", id, error } as typeof one) : one;
  });
  const [first] = answers;
  return Array.isArray(message) || !first ? answers : first;
}
