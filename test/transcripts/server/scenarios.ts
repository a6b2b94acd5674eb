import type { Scenario } from "../recording/scenario.ts";
import { openByteStream } from "./carriers/byte-stream.ts";
import { playLines, type OpenLine } from "./carriers/lines.ts";
import { openMemory } from "./carriers/memory.ts";
import { withPrograms } from "./carriers/stdio.ts";
import type { Conversation, Part } from "./conversation.ts";
import { batchPart, openingBatch } from "./steps/batches.ts";
import { handshakeConversation } from "./steps/handshake.ts";
import { openingConversation } from "./steps/openings.ts";
import { statelessConversation } from "./steps/stateless.ts";
import { createSubjectServer } from "./subject-server.ts";

const batching = "2025-03-26";

/** What is said in each revision, and before there is one. */
export const conversations: readonly (readonly [string, Conversation])[] = [
  ["2024-11-05", handshakeConversation("2024-11-05", { hasForms: false })],
  [
    batching,
    withParts(handshakeConversation(batching, { hasForms: false }), [
      batchPart(batching),
    ]),
  ],
  ["2025-06-18", handshakeConversation("2025-06-18")],
  ["2025-11-25", handshakeConversation("2025-11-25")],
  ["2026-07-28", statelessConversation("2026-07-28")],
  ["openings", openingConversation],
  [
    "opening-batch",
    {
      revision: batching,
      parts: [openingBatch(batching), openingBatch("2025-11-25")],
      invalid: "before a revision is agreed on, an error has no id",
    },
  ],
];

const lineCarriers: readonly (readonly [string, OpenLine])[] = [
  ["memory", openMemory(createSubjectServer)],
  ["byte-stream", openByteStream(createSubjectServer)],
];

/** Our server, over all that carries one message a line. */
export const lineScenarios: readonly Scenario[] = lineCarriers.flatMap(
  ([carrier, open]) =>
    conversations.map(([name, conversation]): Scenario => ({
      name: `server/${carrier}/${name}`,
      ...(conversation.invalid && { invalid: conversation.invalid }),
      play: (transcript) =>
        playLines(
          carrier === "memory" ? withoutRaw(conversation) : conversation,
          transcript,
          open,
        ),
    })),
);

/** Programs take a while to start: one revision of each lifecycle. */
export const stdioScenarios: readonly Scenario[] = conversations
  .filter(([name]) => name === "2025-11-25" || name === "2026-07-28")
  .map(([name, conversation]): Scenario => ({
    name: `server/stdio/${name}`,
    play: (transcript) =>
      withPrograms((open) => playLines(conversation, transcript, open)),
  }));

function withParts(
  conversation: Conversation,
  more: readonly Part[],
): Conversation {
  return { ...conversation, parts: [...conversation.parts, ...more] };
}

/** What is no JSON has no form within a process. */
function withoutRaw(conversation: Conversation): Conversation {
  const parts = conversation.parts.map((part) => ({
    ...part,
    steps: part.steps.filter(({ isRaw }) => !isRaw),
  }));
  return { ...conversation, parts };
}
