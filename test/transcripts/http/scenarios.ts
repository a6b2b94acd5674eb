import type { Scenario } from "../recording/scenario.ts";
import { conversations } from "../server/scenarios.ts";
import { createSubjectServer } from "../server/subject-server.ts";
import { openNodeFace } from "./node-face.ts";
import { playConversation, type OpenFace } from "./play-conversation.ts";
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

export const httpScenarios: readonly Scenario[] = [...talks];
