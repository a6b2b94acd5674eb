import { text, type TextBlock } from "../content.ts";

/** A message of a prompt: text stands for a block of it. */
export interface MessageOf<Role extends string, Content> {
  /** Who says it. */
  role: Role;
  /** What is said. */
  content: Content extends string ? TextBlock : Content;
}

/** What the user says: text, or a block of content. */
export function user<Content extends string | object>(
  content: Content,
): MessageOf<"user", Content> {
  return { role: "user", content: toBlock(content) };
}

/** What the assistant says: text, or a block of content. */
export function assistant<Content extends string | object>(
  content: Content,
): MessageOf<"assistant", Content> {
  return { role: "assistant", content: toBlock(content) };
}

function toBlock<Content>(
  content: Content,
): Content extends string ? TextBlock : Content;
function toBlock(content: unknown): unknown {
  return typeof content === "string" ? text(content) : content;
}
