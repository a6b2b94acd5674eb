import { isJsonObject } from "../../../base/json-object.ts";
import type { JsonObject } from "../../../runtime/protocol/message.ts";
import { PromptEndError } from "../../terminal/index.ts";
import type { Asker } from "./asker.ts";

/**
 * Has the person at the terminal write what a server wants a model to write. Rejects
 * when they write nothing: a person may refuse.
 *
 * @see {@link https://modelcontextprotocol.io/specification/2025-11-25/client/sampling | Sampling}
 */
export async function answerAsModel(
  params: JsonObject,
  { prompter, ...asker }: Asker,
): Promise<JsonObject> {
  const { messages, systemPrompt } = params;
  asker.say(`${asker.serverName()} asks a model, which you are:`);
  if (typeof systemPrompt === "string") asker.show(`system: ${systemPrompt}`);
  for (const message of Array.isArray(messages) ? messages : [])
    if (isJsonObject(message)) asker.show(messageText(message));
  try {
    const text = await prompter?.text({
      message: "Answer (nothing refuses):",
      signal: asker.signal,
    });
    if (text)
      return {
        ...{ role: "assistant", model: "a person" },
        content: { type: "text", text },
      };
  } catch (error) {
    if (!(error instanceof PromptEndError)) throw error;
    if (error.reason === "interrupted") asker.interrupt();
  }
  const { ProtocolError } = await import("../../../runtime/index.ts");
  // The page has this code for a person who refuses.
  throw new ProtocolError(
    -1,
    "The person refused to answer in a model's place",
  );
}

function messageText({ role, content }: JsonObject): string {
  const blocks = Array.isArray(content) ? content : [content];
  const texts = blocks.filter(isJsonObject).map((block) => {
    const { type, text } = block;
    return typeof text === "string" ? text : `[${String(type)}]`;
  });
  return `${String(role)}: ${texts.join("\n")}`;
}
