import type { Viewer } from "../../protocol/viewer.ts";
import type { Posted } from "./posted.ts";
import type { Visit } from "./visit.ts";

/** One of the ways in which clients speak HTTP. */
export interface Endpoint {
  /** The sessions that are open. */
  readonly sessions: number;
  /** Takes what was posted. */
  post(visit: Visit, posted: Posted): void;
  /** What goes on beyond one request, and whose that is, as the newest tells. */
  find?(visit: Visit): { viewer: Viewer } | undefined;
  /** Opens a stream of the server's own, where there is such. */
  get(visit: Visit): void;
  /** Ends a session, where there are any. */
  delete(visit: Visit): void;
  /** Lets what is in flight finish, ends streams, and closes. */
  end(): Promise<void>;
  /** Drops what is in flight, and closes at once. */
  close(): void;
}
