import type {
  Annotated,
  Comment,
  Constraints,
  Tag,
} from "../../model/index.ts";
import { keywordOf, readConstraint } from "./constraints.ts";
import { checkPattern } from "./patterns.ts";
import type { ts } from "../source/compiler.ts";
import type { Reader } from "../source/session.ts";

/** Reads the last JSDoc comment before a node. */
export function readAnnotations(reader: Reader, node: ts.Node): Annotated {
  // Public only as a search through all parents, which the tree is parsed without.
  const { jsDoc } = node as ts.Node & { jsDoc?: readonly ts.JSDoc[] };
  const last = jsDoc?.at(-1);
  if (last === undefined) return {};
  const annotated: Annotated = {};
  const comment: Comment = {};
  const text = readText(reader, last.comment);
  if (text !== "") comment.text = text;
  for (const tag of last.tags ?? []) readTag(reader, tag, annotated, comment);
  const pattern = last.tags?.findLast(
    ({ tagName }) => keywordOf(tagName.text) === "pattern",
  );
  if (pattern && annotated.constraints !== undefined)
    checkPattern(reader, annotated.constraints, pattern);
  return Object.keys(comment).length > 0
    ? { comment, ...annotated }
    : annotated;
}

function readTag(
  reader: Reader,
  tag: ts.JSDocTag,
  annotated: Annotated,
  comment: Comment,
): void {
  const name = tag.tagName.text;
  const text = tagText(reader, tag);
  switch (name) {
    case "deprecated":
      annotated.deprecated = true;
      if (text !== "") comment.deprecated = text;
      return;
    case "internal":
      annotated.internal = true;
      return;
    case "category":
      annotated.category = text;
      return;
    default: {
      const constraints: Constraints = annotated.constraints ?? {};
      if (readConstraint(reader, { tag, name, text }, constraints)) {
        if (Object.keys(constraints).length > 0) {
          annotated.constraints = constraints;
        }
        return;
      }
      const other: Tag = { name, ...(text !== "" && { text }) };
      comment.tags = [...(comment.tags ?? []), other];
    }
  }
}

/** A description as the compiler reads it, except that links stay as the source wrote them. */
function readText(reader: Reader, comment: ts.JSDoc["comment"]): string {
  const parts = typeof comment === "string" ? [comment] : (comment ?? []);
  const text = parts.map((part) => {
    if (typeof part === "string") return part;
    return "name" in part
      ? reader.module.source.text.slice(part.pos, part.end)
      : part.text;
  });
  return text.join("").replaceAll("\r\n", "\n").trimEnd();
}

/**
 * What follows the name of a tag, without the asterisks of its lines. It is taken from the source,
 * because the compiler reads the first words of some tags as names and types.
 */
function tagText({ module }: Reader, tag: ts.JSDocTag): string {
  const text = module.source.text.slice(tag.tagName.end, tag.end);
  const [first = "", ...rest] = text.split(/\r?\n/u);
  return [first, ...rest.map(withoutMargin)].join("\n").trim();
}

function withoutMargin(line: string): string {
  const text = line.trim();
  if (!text.startsWith("*")) return text;
  return text.slice(text.startsWith("* ") ? 2 : 1);
}
