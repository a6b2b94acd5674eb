import { objectOf } from "../../../protocol/message.ts";
import { normalizeUri } from "../../../protocol/uri.ts";
import type { OutgoingMessages } from "../../../http/server/answer/policies.ts";
import type { Posted } from "../../../http/server/posted.ts";
import type { SessionChange } from "../../session-store.ts";
import type { Received, ReceivedRequest } from "../../../protocol/received.ts";

/** Session change of a request that its handler accepted. */
export interface AcceptedChange {
  readonly id: ReceivedRequest["id"];
  readonly change: SessionChange;
}

/** True if one of the requests may change the session. */
export function mayChange({ received }: Posted): boolean {
  return [received].flat().some((one) => changeOf(one) !== undefined);
}

/** Returns the session changes of the requests that these responses accept. */
export function changesIn(
  { received }: Posted,
  answers: OutgoingMessages,
): readonly AcceptedChange[] {
  const accepted = new Set(
    [answers].flat().flatMap((one) => ("result" in one ? [one.id] : [])),
  );
  return [received].flat().flatMap((one) => {
    const change = changeOf(one);
    if (one.kind !== "request" || !change || !accepted.has(one.id)) return [];
    return [{ id: one.id, change }];
  });
}

/** Returns the session change that a message makes if it is accepted. */
function changeOf(message: Received): SessionChange | undefined {
  if (message.kind !== "request") return undefined;
  const { level, uri } = objectOf(message.params);
  switch (message.method) {
    case "logging/setLevel":
      return { kind: "log level", level: String(level) };
    case "resources/subscribe":
      return { kind: "subscribed", uri: normalizeUri(String(uri)) };
    case "resources/unsubscribe":
      return { kind: "unsubscribed", uri: normalizeUri(String(uri)) };
  }
  return undefined;
}
