import { problem, type Problem, type Sender } from "./finding.ts";
import { isObject } from "./json.ts";

/** One message or batch of a recording, and what is known of its way. */
export interface RecordedMessage {
  /** The message, parsed. */
  readonly message: unknown;
  /** Who sent it, where the recording says so. */
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
  if (message === undefined)
    return parts.some((part) => value[part] !== undefined)
      ? alone(value)
      : problem("invalid-record", neither);
  if (!isAbsent(from) && from !== "client" && from !== "server")
    return problem("invalid-record", '"from" is "client" or "server"', [
      "from",
    ]);
  if (
    !isAbsent(session) &&
    typeof session !== "string" &&
    typeof session !== "number"
  )
    return problem("invalid-record", '"session" is a name or a number', [
      "session",
    ]);
  const name = isAbsent(session) ? undefined : `${session}`;
  return { message, from: from ?? undefined, session: name };
}

const neither =
  'this is neither a message nor a record: it has no "jsonrpc" and no "message"';

/** What has one of these is a message, be it a broken one. */
const parts = ["id", "method", "result", "error"] as const;

/** Other tools write null for what they do not know. */
function isAbsent(value: unknown): value is null | undefined {
  return value === undefined || value === null;
}

function alone(message: unknown): RecordedMessage {
  return { message, from: undefined, session: undefined };
}
