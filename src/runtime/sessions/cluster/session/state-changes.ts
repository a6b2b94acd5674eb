import { objectOf } from "../../../protocol/message.ts";
import { normalizeUri } from "../../../protocol/uri.ts";
import type { Sent } from "../../../http/server/answer/policies.ts";
import type { Posted } from "../../../http/server/posted.ts";
import type { SessionChange } from "../../session-store.ts";
import type { Received, ReceivedRequest } from "../../../protocol/received.ts";

/** A change that a request makes once its handler has accepted it. */
export interface AcceptedChange {
  readonly id: ReceivedRequest["id"];
  readonly change: SessionChange;
}

/** Whether requests among these may change what is known of their session. */
export function mayChange({ received }: Posted): boolean {
  return [received].flat().some((one) => changeOf(one) !== undefined);
}

/** What changes now that these answers are sent. */
export function changesIn(
  { received }: Posted,
  answers: Sent,
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

/** What a message that came changes of its session, if it is accepted. */
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
