import type { types } from "../../../generated/index.ts";

/** A question to the client's model. */
export function question(text: string): types.CreateMessageRequestParams {
  return {
    messages: [{ role: "user", content: { type: "text", text } }],
    maxTokens: 100,
  };
}
