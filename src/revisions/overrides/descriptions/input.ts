import type { DescriptionFact } from "../../../schema/overrides/tables.ts";
import { describes } from "./describe.ts";

const page = "basic/patterns/mrtr";
const params = "What it is asked with.";

/** Questions that a server has before it answers. */
export const inputDescriptions: readonly DescriptionFact[] = [
  ...describes(
    page,
    {
      "CreateMessageRequest.params": params,
      "ListRootsRequest.params": params,
      "ElicitRequest.params": params,
    },
    // Since they travel inside results, they have no base that says it.
    { since: "2026-07-28" },
  ),
  ...describes(page, {
    InputRequest: "One question to the client.",
    InputResponse: "One answer of the client.",
    InputRequests: "Questions to the client, by key.",
    InputResponses: "Answers to a server's questions, by key.",
    InputRequiredResult:
      "What a server needs to know before it can answer. The client asks, and sends its request again with the answers.",
    "InputRequiredResult.inputRequests":
      "The questions, by keys that the server chose.",
    "InputRequiredResult.requestState":
      "What the server wants back with the answers. A client hands it on as it is.",
    InputResponseRequestParams: "Params that can carry answers.",
    "InputResponseRequestParams.inputResponses":
      "The answers, each by the key of its question.",
    "InputResponseRequestParams.requestState":
      "What the server sent with its questions, as it was.",
  }),
];
