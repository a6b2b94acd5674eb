import { comment } from "../../emit/print/comment.ts";
import { lines, type Doc } from "../../emit/print/layout.ts";
import { docText } from "../../emit/print/doc-text.ts";
import type { Listed } from "../snapshot/index.ts";

/** A member, with what its server says of it. */
export function documented(
  { description }: Listed,
  row: Doc,
  docs: boolean,
): Doc {
  const text = docs ? docText(description ?? "") : "";
  return text === "" ? row : lines(comment(text), row);
}
