import type { Change, ChangeDetails, Turn } from "./change.ts";
import { rules } from "./rules.ts";

/** A change, with what its rule says of its effect. */
export function changeOf(change: Omit<ChangeDetails, "effect"> & Turn): Change {
  const { effect } = rules[change.rule];
  return { ...change, effect: { ...effect } };
}

/** What is in one revision alone. */
export function loneTurn(kind: "added" | "removed", text: string): Turn {
  return kind === "added" ? { kind, after: text } : { kind, before: text };
}
