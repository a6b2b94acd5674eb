import type * as Replies from "../../../src/runtime/http/server/replies.ts";
import type { ProtocolTable } from "../../../src/runtime/protocol/revision/protocol-table.ts";
import { override } from "./override.ts";
import { openRecording } from "./recording.ts";

type ReplyError = typeof Replies.replyError;

/**
 * The function that refuses HTTP requests, with the errors written down that it
 * answers with: no transport sees them.
 */
export function recordingReplies(replyError: ReplyError): ReplyError {
  return (response, refusal) => {
    const log = openRecording("server", tablesOf(refusal.revision), true);
    const reply: typeof response.reply = (given, headers, body) => {
      log.write("ours", body);
      response.reply(given, headers, body);
    };
    const recorded = override(response, { reply });
    return replyError(recorded, refusal);
  };
}

/** A whole table, as callers have it; the function itself wants less. */
function tablesOf(table: Replies.ErrorReply["revision"]): ProtocolTable[] {
  return table && "revision" in table ? [table as ProtocolTable] : [];
}
