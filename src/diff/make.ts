import type { Change } from "./change.ts";
import { rules } from "./rules.ts";

/** A change, with what its rule says of its effect. */
export function changeOf(change: Omit<Change, "effect">): Change {
  const { senders, ...rest } = change;
  const { effect } = rules[change.rule];
  return { ...rest, effect: { ...effect }, senders: [...senders] };
}
