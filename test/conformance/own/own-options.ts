import type { Fetch } from "../../runtime/tasks/wire/over-http.ts";

/** How a scenario of ours gets to the server. */
export interface OwnOptions {
  /** What sends its requests: the platform's own by default. */
  readonly fetch?: Fetch;
  /** How long what has to come may take, in milliseconds. */
  readonly patienceMs?: number;
}
