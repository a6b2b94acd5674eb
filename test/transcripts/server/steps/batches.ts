import type { Part } from "../conversation.ts";
import { callTool, initialize, notice, request, watched } from "../messages.ts";

/** What a client says that sends several messages at once. */
export function batchPart(revision: string): Part {
  return {
    title: "batches",
    steps: [
      { title: "initialize", say: initialize(revision) },
      {
        title: "the hands are shaken",
        say: notice("notifications/initialized"),
        hears: 0,
      },
      {
        title: "requests and a notification",
        say: [
          request(1, "ping"),
          notice("notifications/roots/list_changed"),
          request(2, "tools/call", callTool("say")),
          request(3, "tools/fly"),
        ],
      },
      {
        title: "notifications alone",
        say: [notice("notifications/roots/list_changed")],
        hears: 0,
      },
      { title: "one that is no message", say: [request(4, "ping"), 7] },
      {
        title: "progress before the answer",
        say: [request(5, "tools/call", callTool("count", {}, watched))],
        hears: 7,
      },
      { title: "initialize in a batch", say: [initialize(revision)] },
      { title: "an empty one", say: [] },
      { title: "a single message", say: request(6, "ping") },
    ],
  };
}

/** A batch that opens the conversation. */
export function openingBatch(revision: string): Part {
  return {
    title: "a batch before the hands are shaken",
    steps: [
      {
        title: "ping and a call",
        say: [request(1, "ping"), request(2, "tools/list")],
      },
      { title: "initialize", say: [initialize(revision)] },
    ],
  };
}
