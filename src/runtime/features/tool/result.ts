import { isObject, type JsonObject } from "../../protocol/message.ts";
import { text } from "../content.ts";
import { describeIssues } from "../schema/issues.ts";
import {
  isUnfit,
  type Checked,
  type StandardSchema,
} from "../schema/schema.ts";
import { isUnfinished } from "../../protocol/revision/unfinished.ts";
import { whenReady, type Eventual } from "../../protocol/when-ready.ts";

/**
 * The result that a tool's answer stands for. Throws when it does not fit the
 * tool's output schema.
 *
 * @see {@link https://modelcontextprotocol.io/specification/draft/server/tools#structured-content | Structured Content}
 */
export function toToolResult(
  tool: string,
  answer: unknown,
  output: StandardSchema | undefined,
): Eventual<JsonObject> {
  const result = toResult(tool, answer);
  if (isUnfinished(result)) return result;
  // Made of content alone: there is nothing to check or to add.
  if (!output && result !== answer) return result;
  const { structuredContent, isError } = result;
  if (!output || isError === true)
    return withStructure(result, structuredContent);
  return whenReady(output["~standard"].validate(structuredContent), (checked) =>
    withStructure(result, fitting(tool, checked)),
  );
}

/** Where there is no content, the value is told as text too. */
function withStructure(result: JsonObject, structured: unknown): JsonObject {
  if (structured === undefined) return { content: [], ...result };
  const { content } = result;
  const hasContent = Array.isArray(content) && content.length > 0;
  return {
    ...result,
    content: hasContent ? content : [text(JSON.stringify(structured))],
    structuredContent: structured,
  };
}

function toResult(tool: string, answer: unknown): JsonObject {
  if (Array.isArray(answer)) return { content: answer.map(toBlock) };
  if (typeof answer === "string") return { content: [text(answer)] };
  if (!isObject(answer))
    throw new TypeError(
      `tool ${tool}: the handler returned ${answer === null ? "null" : `a value of type ${typeof answer}`}, not a string, content or a result`,
    );
  return isBlock(answer) ? { content: [answer] } : answer;
}

function toBlock(part: unknown): unknown {
  return typeof part === "string" ? text(part) : part;
}

/** Blocks have a type, and results have none. */
function isBlock(answer: JsonObject): boolean {
  return typeof answer["type"] === "string" && !("content" in answer);
}

function fitting(tool: string, checked: Checked<unknown>): unknown {
  if (!isUnfit(checked)) return checked.value;
  throw new TypeError(
    `tool ${tool}: the structured result does not fit the output schema:\n${describeIssues(checked.issues)}`,
  );
}
