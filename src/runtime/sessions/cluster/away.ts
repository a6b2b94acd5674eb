import { hasNoRoom } from "../../protocol/errors.ts";

/** Why a request is not served where what is shared cannot be reached. */
export const away = "The session store is away";

/** The same, by the error: a store that has no room is told as full. */
export function awayBy(error: unknown, what = "session"): string {
  return `The ${what} store is ${hasNoRoom(error) ? "full" : "away"}`;
}
