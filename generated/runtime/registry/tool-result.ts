// The runtime of mcp-gen 0.1.0.

import { isObject, type JsonObject } from "../message.js";
import { text } from "./content.js";
import { describeIssues } from "./issues.js";
import type { Schema } from "./schema.js";
import { isUnfinished } from "./unfinished.js";

/**
 * The result that a tool's answer stands for. Throws when it does not fit the
 * tool's output schema.
 *
 * @see {@link https://modelcontextprotocol.io/specification/draft/server/tools#structured-content | Structured Content}
 */
export async function toToolResult(
  answer: unknown,
  output: Schema | undefined,
): Promise<JsonObject> {
  const result = toResult(answer);
  if (isUnfinished(result)) return result;
  const { content, structuredContent, isError } = result;
  const structured =
    output && isError !== true
      ? await checkStructure(output, structuredContent)
      : structuredContent;
  if (structured === undefined) return { content: [], ...result };
  const hasContent = Array.isArray(content) && content.length > 0;
  return {
    ...result,
    content: hasContent ? content : [text(JSON.stringify(structured))],
    structuredContent: structured,
  };
}

function toResult(answer: unknown): JsonObject {
  if (Array.isArray(answer)) return { content: answer.map(toBlock) };
  if (typeof answer === "string") return { content: [text(answer)] };
  if (!isObject(answer)) throw new TypeError("the handler returned no result");
  return isBlock(answer) ? { content: [answer] } : answer;
}

function toBlock(part: unknown): unknown {
  return typeof part === "string" ? text(part) : part;
}

/** Blocks have a type, and results have none. */
function isBlock(answer: JsonObject): boolean {
  return typeof answer["type"] === "string" && !("content" in answer);
}

async function checkStructure(
  output: Schema,
  structured: unknown,
): Promise<unknown> {
  const checked = await output["~standard"].validate(structured);
  if (!checked.issues) return checked.value;
  throw new TypeError(
    `the structured result does not fit the output schema:\n${describeIssues(checked.issues)}`,
  );
}
