import type { RequestRecord } from "../peer/record.ts";
import { type JsonObject, isObject } from "../protocol/message.ts";
import { resultIssue } from "../protocol/revision/sent.ts";
import { isUnfinished } from "../protocol/revision/unfinished.ts";
import { type Eventual, whenReady } from "../protocol/when-ready.ts";
import { text } from "./content.ts";
import type { CollectionHost } from "./feature.ts";
import { clip, describeIssues } from "./schema/issues.ts";
import {
  type Checked,
  type SchemaIssue,
  type StandardSchema,
  isUnfit,
} from "./schema/schema.ts";

/** Part of a tool that determines its results. */
export interface ToolAnswers {
  readonly key: string;
  readonly output: StandardSchema | undefined;
  /** True if results of the revision may have other fields. */
  readonly isWhole: boolean;
}

/**
 * Returns the result for the return value of a tool. Throws an Error for an unsupported
 * value, and a TypeError for a structured result that does not match the output schema.
 *
 * @see {@link https://modelcontextprotocol.io/specification/draft/server/tools#structured-content | Structured Content}
 */
export function toToolResult(
  { key: tool, output, isWhole }: ToolAnswers,
  answer: unknown,
  request: RequestRecord,
  host: Pick<CollectionHost, "onError">,
): Eventual<JsonObject> {
  const result = toResult(tool, answer, request);
  if (isUnfinished(result)) return result;
  if (!isWhole && result === answer && isEmpty(result))
    throw noResult(tool, "an object without content");
  // The result has only content, so it needs no further check.
  if (!output && result !== answer) return result;
  const { structuredContent, isError } = result;
  // A failed result may omit structured content.
  if (!output || (isError === true && structuredContent === undefined))
    return withStructure(result, structuredContent);
  return whenReady(
    output["~standard"].validate(structuredContent),
    (checked) =>
      isError === true && isUnfit(checked)
        ? withoutStructure(result, outputError(tool, checked.issues), host)
        : withStructure(result, fitting(tool, checked)),
  );
}

/**
 * Removes invalid structured content from a failed result, so that the model still receives
 * the reason.
 */
function withoutStructure(
  result: JsonObject,
  reason: TypeError,
  { onError }: Pick<CollectionHost, "onError">,
): JsonObject {
  onError(reason);
  const whole = withStructure(result, result["structuredContent"]);
  const { structuredContent: _, ...rest } = whole;
  return rest;
}

/** Fields that may accompany the content of a result. */
const aboutResults: readonly string[] = ["content", "isError", "_meta"];

/** True if a result has no content, and only unknown fields or none: it is data. */
function isEmpty(result: JsonObject): boolean {
  const { content = [], structuredContent } = result;
  if (structuredContent !== undefined) return false;
  if (!Array.isArray(content) || content.length > 0) return false;
  const fields = Object.keys(result);
  return (
    fields.length === 0 || fields.some((name) => !aboutResults.includes(name))
  );
}

/**
 * Error for the author of a handler. It contains no data, because the model receives it
 * too.
 */
function noResult(tool: string, returned: string): Error {
  return new Error(
    `The handler of the tool ${tool} returned ${returned}. Return a string, content such as text("…"), or structured(value) for data.`,
  );
}

/** Adds the value as text if there is no content. Fields may be accessors of a class. */
function withStructure(result: JsonObject, structured: unknown): JsonObject {
  const { content = [] } = result;
  if (structured === undefined)
    return {
      content,
      ...result,
      ...(result["content"] === undefined && { content }),
    };
  const hasContent = Array.isArray(content) && content.length > 0;
  return {
    ...result,
    content: hasContent ? content : [text(JSON.stringify(structured))],
    structuredContent: structured,
  };
}

function toResult(
  tool: string,
  answer: unknown,
  request: RequestRecord,
): JsonObject {
  if (typeof answer === "string") return { content: [text(answer)] };
  if (Array.isArray(answer))
    return { content: contentOf(tool, answer, request) };
  // Blocks have a type; results do not.
  if (!isObject(answer) || typeof answer["type"] !== "string")
    return asResult(tool, answer);
  if ("content" in answer) return answer;
  if (isContent(answer, request)) return { content: [answer] };
  throw noResult(tool, "an object that is not content");
}

function contentOf(
  tool: string,
  parts: readonly unknown[],
  request: RequestRecord,
): unknown[] {
  return parts.map((part, index) => {
    if (typeof part === "string") return text(part);
    if (isContent(part, request)) return part;
    throw noResult(tool, `an array whose item ${index} is not content`);
  });
}

function asResult(tool: string, answer: unknown): JsonObject {
  if (isObject(answer)) return answer;
  const kind = answer === null ? "null" : `a value of type ${typeof answer}`;
  throw noResult(tool, kind);
}

/** Types of the blocks that `text`, `image` etc. create. A revision may define others. */
const blockTypes: readonly unknown[] = [
  "text",
  "image",
  "audio",
  "resource",
  "resource_link",
];

/** True if a value is a block; an invalid block of a known type is found before it is sent. */
function isContent(part: unknown, request: RequestRecord): boolean {
  if (!isObject(part) || typeof part["type"] !== "string") return false;
  if (blockTypes.includes(part["type"])) return true;
  const { sent, method } = request;
  return !sent || !resultIssue(sent, method, { content: [part] });
}

function fitting(tool: string, checked: Checked<unknown>): unknown {
  if (!isUnfit(checked)) return checked.value;
  throw outputError(tool, checked.issues);
}

function outputError(tool: string, issues: readonly SchemaIssue[]): TypeError {
  return new TypeError(
    `tool ${tool}: the structured result does not fit the output schema:\n${describeIssues(issues)}`,
  );
}

/**
 * Creates the result of a tool with an output schema, with optional content in place of the
 * value as JSON text. In contrast to an object literal, a literal such as "rain" keeps its
 * type, so that it matches an enum.
 */
export function structured<Value, Block extends object = never>(
  structuredContent: Value,
  content: readonly Block[] = [],
): {
  /** Structured value. Clients without support receive it as text. */
  structuredContent: Value;
  /** Content for models. Default: the value as JSON. */
  content: readonly Block[];
} {
  return { structuredContent, content };
}

const maxLength = 1000;

/**
 * Returns the text of a tool's error for the model. The model needs messages that the
 * handler wrote ("No such city"). Errors of the language, and errors with a `code` as
 * platforms and libraries use it, may contain paths, queries or code, so the model receives
 * a fixed text. It never receives a stack.
 */
export function describeFailure(tool: string, error: unknown): string {
  if (typeof error === "string") return clip(error, maxLength);
  const message = error instanceof Error && !isForeign(error) && error.message;
  // A library may use another type for the message.
  if (typeof message === "string" && message !== "")
    return clip(message, maxLength);
  return `The tool ${tool} failed`;
}

/**
 * True for error classes that are globals of the language or platform, and for errors with
 * a code.
 */
function isForeign(error: Error): boolean {
  const kind: unknown = error.constructor;
  const isNative =
    typeof kind !== "function" ||
    (kind !== Error && Reflect.get(globalThis, kind.name) === kind);
  return isNative || "code" in error;
}
