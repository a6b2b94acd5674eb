import { hasNoRoom } from "../../protocol/errors.ts";

/** Reason in the response if the session store cannot be reached. */
export const away = "The session store is unavailable";

/** Reason in the response to a failed store operation: "full" if the store has no room. */
export function awayBy(error: unknown, what = "session"): string {
  return `The ${what} store is ${hasNoRoom(error) ? "full" : "unavailable"}`;
}
