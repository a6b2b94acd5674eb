import { isJsonObject } from "../../../base/json-object.ts";
import type { JsonObject } from "../../../runtime/protocol/message.ts";
import {
  clientJsonLimits,
  parseJson,
} from "../../../runtime/protocol/validation/parse-json.ts";
import { binaryOf, blockText, resourceText, type Binary } from "./content.ts";
import { listNames, listText } from "./lists.ts";

/** An answer as a person reads it: what it holds, and no envelope. */
export function resultText(result: JsonObject): string {
  const { content, contents, messages, completion } = result;
  if (Array.isArray(content) || "structuredContent" in result)
    return toolText(result);
  if (Array.isArray(contents)) return contentsText(contents);
  if (Array.isArray(messages)) return messagesText(result, messages);
  if (isJsonObject(completion) && Array.isArray(completion["values"]))
    return completion["values"].join("\n");
  for (const name of listNames) {
    const text = listText(name, result[name]);
    if (text !== undefined) return text === "" ? "none" : text;
  }
  const { _meta, resultType, ...rest } = result;
  const isEmpty = Object.keys(rest).length === 0;
  return isEmpty ? "ok" : JSON.stringify(rest, null, 2);
}

/** Whether a tool says that it failed. */
export function isToolError(result: JsonObject): boolean {
  return result["isError"] === true;
}

function toolText({ content, structuredContent }: JsonObject): string {
  const texts = (Array.isArray(content) ? content : []).map(blockText);
  // Most servers tell what is structured as text, too.
  const isTold = texts.some((text) => isSame(text, structuredContent));
  if (structuredContent !== undefined && !isTold)
    texts.push(JSON.stringify(structuredContent, null, 2));
  return texts.join("\n");
}

function isSame(text: string, value: unknown): boolean {
  try {
    // A text can hold more values than the message that it is one value of.
    const told = parseJson(text, clientJsonLimits);
    return JSON.stringify(told) === JSON.stringify(value);
  } catch {
    return false;
  }
}

function contentsText(contents: readonly unknown[]): string {
  const all = contents.filter(isJsonObject);
  const [only] = all;
  if (all.length === 1 && only) return resourceText(only);
  return all
    .map((one) => `${String(one["uri"])}\n${resourceText(one)}`)
    .join("\n\n");
}

function messagesText(
  { description }: JsonObject,
  messages: readonly unknown[],
): string {
  const told = messages
    .filter(isJsonObject)
    .map(({ role, content }) => `${String(role)}: ${blockText(content)}`);
  const head = typeof description === "string" ? [description] : [];
  return [...head, ...told].join("\n\n");
}

/** The bytes in an answer, such as images, in their order. */
export function binariesOf({ content, contents }: JsonObject): Binary[] {
  const blocks = [content, contents].flatMap((one) =>
    Array.isArray(one) ? one : [],
  );
  return blocks.flatMap((block) => {
    const found = binaryOf(block);
    return found === undefined ? [] : [found];
  });
}
