import type { DescriptionFact } from "../../../schema/overrides/tables.ts";
import { describes } from "./describe.ts";

const priority = "from 0, not at all, to 1, more than all else";

export const samplingDescriptions: readonly DescriptionFact[] = describes(
  "client/sampling",
  {
    "CreateMessageRequestParams.messages":
      "The conversation so far, as the model gets it.",
    "CreateMessageRequestParams.modelPreferences":
      "Which model would suit. The client chooses.",
    "CreateMessageRequestParams.systemPrompt":
      "What the model is told first. The client may change it or leave it out.",
    "CreateMessageRequestParams.includeContext":
      "Adds what the client has of this server or of all. Left out, `none`; the others are for clients that declare `sampling.context`.",
    "CreateMessageRequestParams.temperature":
      "How freely the model writes; the scale is the model's own.",
    "CreateMessageRequestParams.maxTokens":
      "The most tokens that the model may write. The client may stop earlier.",
    "CreateMessageRequestParams.stopSequences":
      "The model stops when it has written one of these.",
    "CreateMessageRequestParams.metadata":
      "For the model's provider, in a form of its own.",
    "CreateMessageRequestParams.tools":
      "Tools that the model may wish to call; the server runs them. For clients that declare `sampling.tools`.",
    "CreateMessageRequestParams.toolChoice":
      "Whether the model may, must or must not call tools; it may where this is left out.",
    "CreateMessageResult.model": "Which model wrote it.",
    "CreateMessageResult.stopReason":
      "Why the model stopped: `endTurn`, `stopSequence`, `maxTokens`, `toolUse`, or a reason of its provider.",
    ToolChoice: "Whether the model may, must or must not call tools.",
    "ToolChoice.mode":
      "`auto`: as the model likes; `required`: at least one; `none`: no tool. Left out, `auto`.",
    SamplingMessage: "A message to or from the client's model.",
    "SamplingMessage.role": "Who says it.",
    "SamplingMessage.content": "What is said.",
    "SamplingMessage._meta": "Data about the message itself.",
    SamplingMessageContentBlock:
      "A piece of a conversation with a model; `type` says which kind.",
    ModelPreferences: "What matters most when a client chooses a model.",
    "ModelPreferences.hints": "Models that would suit, the best first.",
    "ModelPreferences.costPriority": `How much a low price matters, ${priority}.`,
    "ModelPreferences.speedPriority": `How much a quick answer matters, ${priority}.`,
    "ModelPreferences.intelligencePriority": `How much a capable model matters, ${priority}.`,
    ModelHint: "A hint at which model to choose.",
    "ModelHint.name":
      "A part of a model's name, such as `sonnet`. The client may take one like it of another provider.",
  },
);
