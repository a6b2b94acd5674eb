import type { Conversation, Part } from "../conversation.ts";
import { alone, initialize, notice, request } from "../messages.ts";

/** What clients open a conversation with that speak no revision of the server's. */
const openings: readonly (readonly [title: string, say: unknown])[] = [
  ["a revision before all", initialize("2000-01-01")],
  ["a revision after all", initialize("2999-01-01")],
  ["a revision without handshakes", initialize("2026-07-28")],
  ["no revision", initialize(undefined)],
  ["capabilities of no kind", initialize("2025-06-18", [])],
  ["discover of an older revision", alone("2025-11-25", 1, "server/discover")],
  ["discover without a revision", request(1, "server/discover", {})],
  ["discover without params", request(1, "server/discover")],
  ["a call without a revision", request(1, "tools/list", {})],
];

/** Each opening on a connection of its own, followed by the end of a handshake. */
export const openingConversation: Conversation = {
  revision: "none",
  parts: openings.map(([title, say]): Part => ({
    title,
    steps: [
      { title: "the first message", say },
      {
        title: "as if that had been a handshake",
        say: notice("notifications/initialized"),
        hears: 0,
      },
    ],
  })),
};
