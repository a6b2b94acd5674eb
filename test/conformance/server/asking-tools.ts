import { tool, type Feature } from "../../../generated/index.ts";
import * as forms from "./forms.ts";
import { question } from "./question.ts";
import { texts } from "./schemas.ts";

/** Tools that wait for the client's answer where they ask. */
export const askingTools: readonly Feature[] = [
  tool(
    "test_sampling",
    { description: "Asks the client's model", input: texts("prompt") },
    async ({ prompt }, context) => {
      const { content } = await context.createMessage(
        "answer",
        question(prompt),
      );
      const [block] = [content].flat();
      return `LLM response: ${block?.type === "text" ? block.text : "no text"}`;
    },
  ),
  tool(
    "test_elicitation",
    { description: "Asks who the user is", input: texts("message") },
    async ({ message }, context) =>
      `User response: ${JSON.stringify(await context.elicit("user", forms.user(message)))}`,
  ),
  tool(
    "test_elicitation_sep1034_defaults",
    { description: "Asks with a default of each kind" },
    async (_, context) =>
      `Elicitation completed: ${JSON.stringify(await context.elicit("defaults", forms.defaults))}`,
  ),
  tool(
    "test_elicitation_sep1330_enums",
    { description: "Asks for a choice of each kind" },
    async (_, context) =>
      `Elicitation completed: ${JSON.stringify(await context.elicit("choices", forms.choices))}`,
  ),
  tool(
    "test_streaming_elicitation",
    { description: "Tells how far it is, and asks" },
    async (_, context) => {
      context.progress(1, 2);
      const { action } = await context.elicit("confirm", forms.confirm);
      return `The user chose to ${action}`;
    },
  ),
  tool(
    "test_missing_capability",
    { description: "Needs the client's model" },
    async (_, context) => {
      const { model } = await context.createMessage("answer", question("Hi"));
      return `Answered by ${model}`;
    },
  ),
];
