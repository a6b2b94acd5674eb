import type { DescriptionFact } from "../../../schema/overrides/tables.ts";
import { describes } from "./describe.ts";

export const promptDescriptions: readonly DescriptionFact[] = [
  ...describes("server/prompts", {
    Prompt: "A text with gaps that a server offers to its users.",
    "Prompt.name": "What `prompts/get` takes. Shown to people, too.",
    "Prompt.description": "What the prompt is good for.",
    "Prompt.arguments": "The gaps to be filled.",
    "Prompt._meta": "Data about the prompt itself.",
    PromptArgument: "A gap in a prompt.",
    "PromptArgument.name": "Which gap it is.",
    "PromptArgument.description": "What belongs there.",
    "PromptArgument.required": "`true`: the prompt cannot do without it.",
    "ListPromptsResult.prompts": "The prompts of this page.",
    "GetPromptRequestParams.name": "Which prompt.",
    "GetPromptRequestParams.arguments":
      "What goes into the gaps, by name. Always text.",
    "GetPromptResult.description": "What the prompt is good for.",
    "GetPromptResult.messages": "The messages to begin a conversation with.",
    PromptMessage: "A message of a prompt that has been filled.",
    "PromptMessage.role": "Who says it.",
    "PromptMessage.content": "What is said: one piece of content.",
  }),
  ...describes("server/utilities/completion", {
    "CompleteRequestParams.ref":
      "The prompt or the template that is filled in.",
    "CompleteRequestParams.argument": "The argument that is being typed.",
    "CompleteRequestParams.argument.name": "Which argument.",
    "CompleteRequestParams.argument.value": "What has been typed of it.",
    "CompleteRequestParams.context": "What is known besides.",
    "CompleteRequestParams.context.arguments":
      "The arguments that have their values already, by name.",
    "CompleteResult.completion": "The values to choose from.",
    "CompleteResult.completion.values": "The best first, 100 at most.",
    "CompleteResult.completion.total":
      "How many there are in all; may be more than were sent.",
    "CompleteResult.completion.hasMore":
      "`true`: there are more than were sent, even if nobody counted.",
    PromptReference: "A prompt, by its name.",
    "PromptReference.name": "The name of the prompt.",
    ResourceReference: "A resource or a template, by its address.",
    "ResourceReference.uri": "The address, or the pattern of addresses.",
    ResourceTemplateReference: "A template, by its pattern of addresses.",
    "ResourceTemplateReference.uri": "The pattern of addresses.",
  }),
];
