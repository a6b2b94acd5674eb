import { isObject, objectOf, type JsonObject } from "../../protocol/message.ts";
import type { Issue } from "../../protocol/issue.ts";
import { toolNames } from "../tool-names.ts";

/**
 * Why the messages of a sampling request are no conversation: each use of a tool
 * has its result in the next message, which holds nothing else.
 *
 * @see {@link https://modelcontextprotocol.io/specification/draft/client/sampling | Sampling: Message Content Constraints}
 */
export function samplingIssue({ messages }: JsonObject): Issue | undefined {
  if (!Array.isArray(messages)) return undefined;
  let open: readonly unknown[] = [];
  for (const [index, message] of messages.entries()) {
    const reason = messageProblem(message, open);
    const path = ["messages", index, "content"];
    if (reason !== undefined) return { path, message: reason };
    open = usedIds(message);
  }
  return open.length === 0
    ? undefined
    : { path: ["messages"], message: "a result is missing of a tool use" };
}

/**
 * Why a message of the model is no answer to a sampling request: it uses a tool
 * that was not offered, or none where it must.
 *
 * @see {@link https://modelcontextprotocol.io/specification/draft/client/sampling | Sampling: Tool Choice Modes}
 */
export function sampledIssue(
  params: JsonObject,
  answer: JsonObject,
): Issue | undefined {
  const { tools, toolChoice, messages } = params;
  const mode = isObject(toolChoice) ? toolChoice["mode"] : undefined;
  const offered = mode === "none" ? [] : toolNames(tools);
  const reason =
    messageProblem({ role: "assistant", ...answer }, []) ??
    (usesOf(answer).every(({ name }) => offered.includes(name))
      ? undefined
      : "a tool is used that was not offered");
  if (reason !== undefined) return { path: ["content"], message: reason };
  const isOwed =
    mode === "required" &&
    answer["stopReason"] !== "maxTokens" &&
    ![...listOf(messages), answer].some((one) => usesOf(one).length > 0);
  return isOwed
    ? { path: ["content"], message: "a tool has to be used" }
    : undefined;
}

/** What is wrong with a message after one that used tools under such ids. */
function messageProblem(
  message: unknown,
  open: readonly unknown[],
): string | undefined {
  const { role } = objectOf(message);
  const blocks = blocksOf(message);
  const results = blocks.filter(({ type }) => type === "tool_result");
  const used = usedIds(message);
  if (used.length > 0 && role !== "assistant") return "a user uses a tool";
  if (new Set(used).size < used.length) return "two tool uses have one id";
  if (results.length === 0)
    return open.length > 0 ? "a result is missing of a tool use" : undefined;
  if (role !== "user") return "the results of tools are the user's";
  if (results.length < blocks.length)
    return "tool results are mixed with other content";
  const answered = new Set(results.map(({ toolUseId }) => toolUseId));
  if (!open.every((id) => answered.has(id)))
    return "a result is missing of a tool use";
  return results.length === open.length
    ? undefined
    : "a tool result belongs to no tool use";
}

function usedIds(message: unknown): unknown[] {
  return usesOf(message).map(({ id }) => id);
}

function usesOf(message: unknown): JsonObject[] {
  return blocksOf(message).filter(({ type }) => type === "tool_use");
}

/** Content is one block or several. */
function blocksOf(message: unknown): JsonObject[] {
  const content = isObject(message) ? message["content"] : undefined;
  return (Array.isArray(content) ? content : [content]).filter(isObject);
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}
