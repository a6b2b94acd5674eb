import type { HttpLink } from "../http-link.ts";
import type { OpenedSession } from "./session.ts";
import { drop } from "../read-body.ts";
import { fetchAnswer } from "../fetch-answer.ts";

/** How long a server may take to hear that a session is over, in milliseconds. */
const deleteMs = 2_000;

/**
 * Tells a server that a session is over, if it gave it an id, whatever it answers:
 * it may keep the ending of sessions to itself. Never rejects.
 */
export async function deleteSession(
  link: HttpLink,
  opened: OpenedSession,
): Promise<void> {
  if (opened.id === undefined) return;
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), deleteMs);
  const headers = opened.headers(link.table);
  try {
    drop(
      await fetchAnswer(link, {
        method: "DELETE",
        headers,
        signal: abort.signal,
      }),
    );
  } catch {
    // It ends by itself some day.
  } finally {
    clearTimeout(timer);
  }
}
