import type { DescriptionFact } from "../../../schema/overrides/tables.ts";
import { describes } from "./describe.ts";

const annotations = "For whom it is, and how much it matters.";
const meta = "Data about the content itself.";

/** The pieces that results, prompts and conversations are made of. */
export const contentDescriptions: readonly DescriptionFact[] = describes(
  "server/tools",
  {
    ContentBlock:
      "A piece of content for a model or a person; `type` says which kind.",
    TextContent: "A piece of text.",
    "TextContent.text": "The text itself.",
    "TextContent.annotations": annotations,
    "TextContent._meta": meta,
    ImageContent: "An image, as base64.",
    "ImageContent.data": "The image's bytes, as base64.",
    "ImageContent.mimeType": "Which format it has, such as `image/png`.",
    "ImageContent.annotations": annotations,
    "ImageContent._meta": meta,
    AudioContent: "A recording, as base64.",
    "AudioContent.data": "The recording's bytes, as base64.",
    "AudioContent.mimeType": "Which format it has, such as `audio/wav`.",
    "AudioContent.annotations": annotations,
    "AudioContent._meta": meta,
    ResourceLink:
      "A resource that can be read by its address. It need not be on the server's list.",
    EmbeddedResource: "A resource with what it holds.",
    "EmbeddedResource.resource": "Its address and what it holds.",
    "EmbeddedResource.annotations": annotations,
    "EmbeddedResource._meta": meta,
    ToolUseContent: "A model's wish to call a tool.",
    "ToolUseContent.id": "Names this one call; its result repeats it.",
    "ToolUseContent.name": "Which tool the model wants.",
    "ToolUseContent.input": "The arguments that the model chose.",
    "ToolUseContent._meta": meta,
    ToolResultContent: "What came of a tool that a model called.",
    "ToolResultContent.toolUseId": "The `id` of the call that this answers.",
    "ToolResultContent.content": "What the model reads.",
    "ToolResultContent.structuredContent":
      "The result for programs; fits the tool's `outputSchema` where it has one.",
    "ToolResultContent.isError":
      "`true`: the tool failed, and `content` says why.",
    "ToolResultContent._meta": meta,
  },
);
