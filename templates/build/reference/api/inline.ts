import { code, link, prose } from "../markdown.ts";
import type { Piece } from "./type-text.ts";

/**
 * A type on one line: a code span, or where names in it are told of elsewhere, code
 * with links.
 */
export function inlineType(pieces: readonly Piece[]): string {
  const text = pieces.map((piece) => piece.text).join("");
  if (pieces.every(({ target }) => target === undefined)) return code(text);
  const [only] = pieces;
  if (pieces.length === 1 && only?.target) return link(code(text), only.target);
  const parts = pieces.map(({ text, target }) =>
    target ? link(escaped(text), target) : escaped(text),
  );
  return `<code>${parts.join("")}</code>`;
}

/** A text within HTML, where markdown is read still. */
function escaped(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replace(/[\\`*_[\]~]/g, String.raw`\$&`);
}

/** What finds the names that a comment speaks of. */
export type FindName = (name: string) => string | undefined;

/** The prose of a doc comment: its links are links, and so are the names in it. */
export function inlineProse(text: string, find: FindName): string {
  const linked = text.replace(
    /\{@link ([^\s|}]+)(?: *\| *([^}]+))?\}/g,
    (_, target: string, title?: string) => {
      if (/^https?:/.test(target)) return link(title ?? target, target);
      const place = find(target);
      return place ? link(code(title ?? target), place) : code(title ?? target);
    },
  );
  return prose(linked).replace(
    /(?<![[`])`([A-Za-z]\w*)((?:\(\))?)`(?!`|\]\()/g,
    (span, name: string, call: string) => {
      const place = isTelling(name) ? find(name) : undefined;
      return place ? link(code(`${name}${call}`), place) : span;
    },
  );
}

/** Whether a word in code is a name for certain: `text` may be an option as well. */
function isTelling(name: string): boolean {
  return /^[A-Z]\w*[a-z]|^[a-z]+[A-Z]/.test(name);
}
