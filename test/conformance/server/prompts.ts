import {
  embedded,
  image,
  prompt,
  user,
  type Feature,
} from "../../../generated/index.ts";
import { png } from "./media.ts";

export const prompts: readonly Feature[] = [
  prompt("test_simple_prompt", { description: "Says a sentence" }, () => [
    user("This is a simple prompt for testing."),
  ]),
  prompt(
    "test_prompt_with_arguments",
    {
      description: "Says its arguments",
      arguments: {
        arg1: {
          description: "The first one",
          required: true,
          complete: ["testing", "tested", "other"],
        },
        arg2: { description: "The second one", required: true },
      },
    },
    ({ arg1, arg2 }) => [
      user(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`),
    ],
  ),
  prompt(
    "test_prompt_with_embedded_resource",
    {
      description: "Embeds a resource",
      arguments: {
        resourceUri: { description: "Its address", required: true },
      },
    },
    ({ resourceUri }) => [
      user(
        embedded(
          resourceUri,
          "Embedded resource content for testing.",
          "text/plain",
        ),
      ),
      user("Please process the embedded resource above."),
    ],
  ),
  prompt("test_prompt_with_image", { description: "Shows a pixel" }, () => [
    user(image(png, "image/png")),
    user("Please analyze the image above."),
  ]),
];
