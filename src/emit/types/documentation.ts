import type {
  Annotated,
  Comment,
  Constraints,
  NotificationMethod,
  Protocol,
} from "../../schema/model/index.ts";
import { methodSummary, type DocSummary } from "../summaries/index.ts";

/** The text of an index signature's comment, or `undefined` where it says nothing. */
export function indexComment(
  annotated: Annotated,
  docs: boolean,
): string | undefined {
  return documentation(annotated, docs, {});
}

/**
 * The text of the comment of a declaration or a property: its own, or else the given summary. Constraints are part of the type's meaning and stay without docs.
 */
export function documentation(
  annotated: Annotated,
  docs: boolean,
  substitute: DocSummary,
): string | undefined {
  const paragraphs = docs ? prose(annotated, substitute) : [];
  const tags = constraintTags(annotated.constraints ?? {});
  if (tags.length > 0) paragraphs.push(tags.join("\n"));
  return paragraphs.length === 0 ? undefined : paragraphs.join("\n\n");
}

/** What is said of a message where it is sent or received: the schema's words, or else ours. */
export function messageDocumentation(
  message: NotificationMethod,
  protocol: Protocol,
  more: { text?: string; tags?: readonly string[] },
): string {
  const declared = protocol.declarations.find(
    ({ name }) => name === message.type,
  );
  const { text = "", link } = methodSummary(message, protocol);
  const tags = [
    ...(more.tags ?? []),
    ...ownTags(declared?.comment),
    ...(link === undefined ? [] : [printTag("see", link)]),
    ...(declared?.deprecated === true
      ? [printTag("deprecated", declared.comment?.deprecated)]
      : []),
  ];
  const paragraphs = [text, more.text ?? "", tags.join("\n")];
  return paragraphs.filter((paragraph) => paragraph !== "").join("\n\n");
}

function ownTags({ tags = [] }: Comment = {}): string[] {
  return tags
    .filter(({ text }) => !isDanglingExample(text))
    .map(({ name, text }) => printTag(name, text));
}

function prose(annotated: Annotated, substitute: DocSummary): string[] {
  const { comment, deprecated, internal, category } = annotated;
  const text = comment === undefined ? substitute.text : comment.text;
  const tags: string[] = [];
  if (comment === undefined && substitute.link !== undefined)
    tags.push(printTag("see", substitute.link));
  tags.push(...ownTags(comment));
  if (category !== undefined) tags.push(printTag("category", category));
  if (internal === true) tags.push("@internal");
  if (deprecated === true)
    tags.push(printTag("deprecated", comment?.deprecated));
  const paragraphs = text === undefined || text === "" ? [] : [text];
  if (tags.length > 0) paragraphs.push(tags.join("\n"));
  return paragraphs;
}

/** An example that includes a file is of no use where that file is not. */
function isDanglingExample(text: string | undefined): boolean {
  return text?.includes("{@includeCode") ?? false;
}

function printTag(name: string, text: string | undefined): string {
  return text === undefined || text === "" ? `@${name}` : `@${name} ${text}`;
}

function constraintTags(constraints: Constraints): string[] {
  return Object.entries(constraints).map(([keyword, value]) => {
    if (keyword === "type") return `@TJS-type ${String(value)}`;
    if (value === true && keyword === "nullable") return "@nullable";
    const text = keyword === "default" ? JSON.stringify(value) : String(value);
    return `@${keyword} ${text}`;
  });
}
