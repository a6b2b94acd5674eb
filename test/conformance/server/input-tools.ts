import {
  createMessage,
  elicit,
  inputRequired,
  listRoots,
  prompt,
  tool,
  user,
  type Feature,
} from "../../../generated/index.ts";
import * as forms from "./forms.ts";
import { question } from "./question.ts";

/** Features that return what they ask, and are called again with the answers. */
export const inputFeatures: readonly Feature[] = [
  tool(
    "test_input_required_result_elicitation",
    { description: "Asks for a name" },
    (_, { inputResponses }) => {
      const answer = inputResponses?.["user_name"];
      return answer && "content" in answer
        ? `Hello, ${JSON.stringify(answer.content)}!`
        : inputRequired({ user_name: elicit(forms.name) });
    },
  ),
  tool(
    "test_input_required_result_sampling",
    { description: "Asks the client's model for a capital" },
    (_, { inputResponses }) => {
      const answer = inputResponses?.["capital_question"];
      return answer
        ? `The model says: ${JSON.stringify(answer)}`
        : inputRequired({
            capital_question: createMessage(
              question("What is the capital of France?"),
            ),
          });
    },
  ),
  tool(
    "test_input_required_result_list_roots",
    { description: "Asks where the client works" },
    (_, { inputResponses }) => {
      const answer = inputResponses?.["client_roots"];
      return answer && "roots" in answer
        ? answer.roots.map(({ uri }) => uri)
        : inputRequired({ client_roots: listRoots() });
    },
  ),
  tool(
    "test_input_required_result_request_state",
    { description: "Keeps a state while it asks" },
    (_, { state }) =>
      state === "asked"
        ? "state-ok"
        : inputRequired({ confirm: elicit(forms.confirm) }, "asked"),
  ),
  tool(
    "test_input_required_result_multiple_inputs",
    { description: "Asks the user, the model and the client at once" },
    (_, { inputResponses, state }) =>
      state === "asked"
        ? `Answers: ${Object.keys(inputResponses ?? {}).join(", ")}`
        : inputRequired(
            {
              user_name: elicit(forms.name),
              greeting: createMessage(question("Say hello")),
              client_roots: listRoots(),
            },
            "asked",
          ),
  ),
  tool(
    "test_input_required_result_multi_round",
    { description: "Asks in two rounds" },
    (_, { inputResponses, state }) => {
      switch (state) {
        case "asked twice":
          return `Answers: ${JSON.stringify(inputResponses)}`;
        case "asked once":
          return inputRequired(
            { step2: elicit(forms.secondStep) },
            "asked twice",
          );
        default:
          return inputRequired(
            { step1: elicit(forms.firstStep) },
            "asked once",
          );
      }
    },
  ),
  tool(
    "test_input_required_result_tampered_state",
    { description: "Keeps a state that nobody else may change" },
    (_, { state }) =>
      state === "mine"
        ? "The state came back as it was"
        : inputRequired({ confirm: elicit(forms.confirm) }, "mine"),
  ),
  tool(
    "test_input_required_result_capabilities",
    { description: "Asks what the client can be asked" },
    (_, { inputResponses, peerCapabilities }) =>
      inputResponses
        ? `Answers: ${Object.keys(inputResponses).join(", ")}`
        : inputRequired({
            ...(peerCapabilities?.elicitation && {
              user_name: elicit(forms.name),
            }),
            ...(peerCapabilities?.sampling && {
              greeting: createMessage(question("Say hello")),
            }),
            ...(peerCapabilities?.roots && { client_roots: listRoots() }),
          }),
  ),
  prompt(
    "test_input_required_result_prompt",
    { description: "Asks what it should be about" },
    (_, { inputResponses }) => {
      const answer = inputResponses?.["topic"];
      return answer && "content" in answer
        ? [user(`Write about ${JSON.stringify(answer.content)}.`)]
        : inputRequired({ topic: elicit(forms.topic) });
    },
  ),
];
