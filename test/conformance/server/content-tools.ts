import {
  audio,
  embedded,
  image,
  text,
  tool,
  type Feature,
} from "../../../generated/index.ts";
import { png, wav } from "./media.ts";
import { contact, mirrored } from "./schemas.ts";

/** Tools that answer at once. The first of them needs no arguments: the suite calls it with none. */
export const contentTools: readonly Feature[] = [
  tool(
    "test_simple_text",
    { description: "Says a sentence" },
    () => "This is a simple text response for testing.",
  ),
  tool("test_image_content", { description: "Shows a pixel" }, () =>
    image(png, "image/png"),
  ),
  tool("test_audio_content", { description: "Plays silence" }, () =>
    audio(wav, "audio/wav"),
  ),
  tool("test_embedded_resource", { description: "Embeds a resource" }, () =>
    embedded(
      "test://embedded-resource",
      "This is an embedded resource content.",
      "text/plain",
    ),
  ),
  tool(
    "test_multiple_content_types",
    { description: "Answers with a text, an image and a resource" },
    () => [
      text("Multiple content types test:"),
      image(png, "image/png"),
      embedded(
        "test://mixed-content-resource",
        '{"test":"data","value":123}',
        "application/json",
      ),
    ],
  ),
  tool("test_error_handling", { description: "Always fails" }, () => {
    throw new Error("This tool intentionally returns an error for testing");
  }),
  tool(
    "json_schema_2020_12_tool",
    { description: "Takes a contact", input: contact },
    (given) => `Contact: ${JSON.stringify(given)}`,
  ),
  tool(
    "test_x_mcp_header",
    { description: "Takes a text that a header carries too", input: mirrored },
    ({ region }) => `Region: ${region ?? "none"}`,
  ),
];
