import type { Scenario } from "../recording/scenario.ts";
import { conversations } from "../server/scenarios.ts";
import { createSubjectServer } from "../server/subject-server.ts";
import { openNodeFace } from "./node-face.ts";
import { playConversation, type OpenFace } from "./play-conversation.ts";
import { playSse } from "./play-sse.ts";
import { scripts } from "./scripts.ts";
import { createStage } from "./stage.ts";
import { openWebFace } from "./web-face.ts";

const faces: readonly (readonly [string, OpenFace])[] = [
  ["http-node", openNodeFace],
  ["http-web", openWebFace],
];

/** Our server over HTTP, by both faces: what it says over any transport. */
const talks: readonly Scenario[] = faces.flatMap(([face, open]) =>
  conversations
    .filter(([name]) => name !== "2024-11-05")
    .map(([name, conversation]): Scenario => ({
      name: `${face}/${name}`,
      play: (transcript) =>
        playConversation(conversation, transcript, () =>
          open(createSubjectServer(), { onError() {} }),
        ),
    })),
);

const scripted: readonly Scenario[] = faces.flatMap(([face, open]) =>
  scripts.map(({ name, script, options }): Scenario => ({
    name: `${face}/${name}`,
    async play(transcript) {
      const server = createSubjectServer();
      const running = await open(server, { onError() {}, ...options });
      try {
        await script(createStage(running, transcript));
      } finally {
        await running.close();
      }
    },
  })),
);

/** HTTP with SSE, for what old clients say, and a newer one. */
const sse: readonly Scenario[] = faces.flatMap(([face, open]) =>
  conversations
    .filter(([name]) => name === "2024-11-05" || name === "2025-03-26")
    .map(([name, conversation]): Scenario => ({
      name: `${face}/sse-${name}`,
      play: (transcript) =>
        playSse(conversation, transcript, () =>
          open(createSubjectServer(), { onError() {}, sse: {} }),
        ),
    })),
);

export const httpScenarios: readonly Scenario[] = [
  ...talks,
  ...scripted,
  ...sse,
];
