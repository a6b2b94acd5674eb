import type { Call } from "../../peer/call.ts";
import type { Patience } from "../../peer/pending.ts";
import type { Report } from "../../protocol/timers/reports.ts";
import { excerpt, InvalidMessageError } from "../../protocol/errors.ts";
import type { JsonObject, RequestId } from "../../protocol/message.ts";

/** Hears what came for a call that was given up. */
export type Late = (call: Call, answer: JsonObject) => void;

/** How many calls that were given up are known: their answers may be on their way. */
const maxGivenUp = 1_000;

/**
 * Answers that belong to no call that waits: to one that was given up, or to one
 * whose id the server gives back as text, which is told. What belongs to none is, too.
 */
export function createStrays(
  report: Report,
  late: Late | undefined,
): Pick<Patience, "gaveUp" | "ownId" | "astray"> {
  /** The ids of requests whose answers nobody waits for any more, and of which calls where somebody hears them late. */
  const givenUp = new Map<RequestId, Call | undefined>();
  return {
    gaveUp(id, call) {
      givenUp.set(id, late && call);
      const [oldest = id] = givenUp.keys();
      if (givenUp.size > maxGivenUp) givenUp.delete(oldest);
    },
    ownId,
    astray(id, part, answer, call) {
      const own = ownId(id);
      const known = givenUp.get(own);
      if (!call && givenUp.delete(own)) {
        if (known && part === "result") late?.(known, answer as JsonObject);
        return;
      }
      const text = excerpt(JSON.stringify(id), 80);
      const reason = call
        ? `the server answers with the id ${text}, which is text`
        : `an answer belongs to no call that waits for it: its id is ${text}`;
      const value = { jsonrpc: "2.0", id, [part]: answer };
      report(
        new InvalidMessageError(reason, ["id"], { value }),
        call ? { kind: "id as text", isOnce: true } : { kind: "stray answer" },
      );
    },
  };
}

function ownId(id: RequestId): RequestId {
  const number = Number(id);
  return String(number) === id ? number : id;
}
