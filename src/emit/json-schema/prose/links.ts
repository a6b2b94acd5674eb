/** Prose with `{@link target | label}` in it, taken apart. */
export type Prose = (string | Link)[];

export interface Link {
  tag: string;
  target: string;
  label: string;
  isAddress: boolean;
}

/** The bounds keep it linear: what is longer is no link of anybody's. */
const opening = /\{@(link|linkcode|linkplain)\s+([^\s}][^}\n]{0,1999})?\}/g;

function parseLinks(text: string): Prose {
  const parts: Prose = [];
  let end = 0;
  for (const match of text.matchAll(opening)) {
    const [whole, tag = "link", body = ""] = match;
    parts.push(text.slice(end, match.index), {
      tag,
      ...parseBody(body.trim()),
    });
    end = match.index + whole.length;
  }
  return [...parts, text.slice(end)];
}

/** An address ends at the bar; a name also ends at a space. */
function parseBody(body: string): Omit<Link, "tag"> {
  const isAddress = /^[a-z][\w+.-]*:\/\//i.test(body);
  const [target = ""] = (isAddress ? /^[^|]*/ : /^[^|\s]*/).exec(body) ?? [];
  const label = body.slice(target.length).trimStart().replace(/^\|/, "");
  return { target: target.trim(), label: label.trim(), isAddress };
}

/** What a reader wants: the label, with the address that it links to. */
export function readableLinks(text: string): string {
  return parseLinks(text)
    .map((part) => (typeof part === "string" ? part : readable(part)))
    .join("");
}

function readable({ target, label, isAddress }: Link): string {
  if (label === "") return target;
  return isAddress ? `${label} (${target})` : label;
}

/**
 * The published file runs the label into a name that is known, and keeps one
 * space behind any other.
 */
export function publishedLinks(
  text: string,
  isKnown: (target: string) => boolean,
): string {
  return parseLinks(text)
    .map((part) => (typeof part === "string" ? part : published(part, isKnown)))
    .join("");
}

function published(
  { tag, target, label }: Link,
  isKnown: (target: string) => boolean,
): string {
  const separator = label === "" || isKnown(target) ? "" : " ";
  return `{@${tag} ${target}${separator}${label}}`;
}
