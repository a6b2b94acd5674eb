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

/** The part of a tool that its results depend on. */
export interface ToolAnswers {
  readonly key: string;
  readonly output: StandardSchema | undefined;
  /** True if results of the revision may have other fields. */
  readonly isWhole: boolean;
}

/**
 * Returns the result for the answer of a tool. Throws an Error for an answer that
 * is none, and a TypeError for a structured result that does not fit the output schema.
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
  // Made of content alone: there is nothing to check or to add.
  if (!output && result !== answer) return result;
  const { structuredContent, isError } = result;
  // A failure needs no structured content; one that is there has to fit.
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

/** Removes the structured content of a failure, so that the model still reads why the tool failed. */
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

/** An error for the author of a handler. The model reads it too: it has no data. */
function noResult(tool: string, returned: string): Error {
  return new Error(
    `The handler of the tool ${tool} returned ${returned}. Return a string, content such as text("…"), or structured(value) for data.`,
  );
}

/** Adds the value as text if there is not content. Fields may be accessors of a class. */
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
  // Blocks have a type, and results have none.
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

/** Types of the blocks that `text`, `image` and so on make; a revision may have others. */
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
 * The answer of a tool with an output schema: its value, and content where the
 * value as text will not do. Unlike in an object literal of the same form, a
 * literal such as "rain" keeps its type here, so that it fits an enumeration.
 */
export function structured<Value, Block extends object = never>(
  structuredContent: Value,
  content: readonly Block[] = [],
): {
  /** The value, and the same as text for clients that read no other. */
  structuredContent: Value;
  /** The same for models: as JSON, or as was given. */
  content: readonly Block[];
} {
  return { structuredContent, content };
}

const maxLength = 1000;

/**
 * What a model is told of an error that a tool threw. A message that the
 * handler wrote ("No such city") is what the model needs to do better. One that
 * the language wrote, or one with a `code`, as the platform and most libraries
 * have it, may tell of paths, queries or code instead: it is not shown. Nor is
 * a stack, ever.
 */
export function describeFailure(tool: string, error: unknown): string {
  if (typeof error === "string") return clip(error, maxLength);
  const message = error instanceof Error && !isForeign(error) && error.message;
  // A library may have put another value there.
  if (typeof message === "string" && message !== "")
    return clip(message, maxLength);
  return `The tool ${tool} failed`;
}

/** The language's and the platform's own kinds of error are globals. */
function isForeign(error: Error): boolean {
  const kind: unknown = error.constructor;
  const isNative =
    typeof kind !== "function" ||
    (kind !== Error && Reflect.get(globalThis, kind.name) === kind);
  return isNative || "code" in error;
}
