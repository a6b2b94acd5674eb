import { problem, type Problem, type Sender } from "./finding.ts";
import { isObject } from "./json.ts";

/** One message or batch of a recording, and what is known of its way. */
export interface RecordedMessage {
  readonly message: unknown;
  readonly from?: Sender | undefined;
  /** The name of the connection; messages without one belong together. */
  readonly session?: string | undefined;
}

/**
 * A line's value as a record: `{ "from", "session", "message" }`, of which only
 * `message` is required and others are ignored, or a message or batch by itself.
 * What has `jsonrpc` is a message, whatever else it has.
 */
export function readRecord(value: unknown): RecordedMessage | Problem {
  if (!isObject(value) || value["jsonrpc"] !== undefined) return alone(value);
  const { message, from, session } = value;
  if (message === undefined) return alone(value);
  if (from !== undefined && from !== "client" && from !== "server")
    return problem("invalid-record", '"from" is "client" or "server"', [
      "from",
    ]);
  if (session !== undefined && typeof session !== "string")
    return problem("invalid-record", '"session" is a string', ["session"]);
  return { message, from, session };
}

function alone(message: unknown): RecordedMessage {
  return { message, from: undefined, session: undefined };
}
