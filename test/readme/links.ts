import { existsSync, statSync } from "node:fs";
import { join, posix } from "node:path";
import { createAnchors } from "../../templates/build/reference/markdown.ts";
import { proseOf } from "./blocks.ts";

const root = join(import.meta.dirname, "../..");

/** A link of a page to somewhere in the repository, and the line where it is. */
export interface Link {
  readonly target: string;
  readonly line: number;
}

/** The links of a page that lead to no other site. */
export function linksOf(text: string): Link[] {
  return proseOf(text).flatMap(({ text, line }) => {
    const prose = text.replaceAll(/(`+)(?!`).*?(?<!`)\1(?!`)/g, "code");
    const inline = prose.matchAll(
      /\]\(<?([^()\s>]*(?:\([^()\s]*\)[^()\s>]*)*)/g,
    );
    const apart = prose.matchAll(/^\[[^\]]+\]: *<?(\S+?)>?$/g);
    // Of the home page, and of what is written as HTML.
    const others = prose.matchAll(/^ *-? *link: (\S+)$|\bhref="([^"]+)"/g);
    return [...inline, ...apart, ...others]
      .map(([, one, other]) => one ?? other ?? "")
      .filter((target) => !/^(?:[a-z][a-z+.-]*:|\/\/)/i.test(target))
      .map((target) => ({ target, line }));
  });
}

/** The places of a page that a link can lead to, as GitHub and the site name them. */
export function anchorsOf(text: string): ReadonlySet<string> {
  const next = createAnchors();
  const lines = proseOf(text).map((one) => one.text);
  const headings = lines.flatMap((line) => {
    const [, heading] = /^#{1,6} +(.+?)(?: +#+)? *$/.exec(line) ?? [];
    return heading === undefined ? [] : [next(plain(heading))];
  });
  const own = lines.flatMap((line) =>
    [...line.matchAll(/<a (?:id|name)="([^"]+)"/g)].map(([, id = ""]) => id),
  );
  return new Set([...headings, ...own]);
}

/** A heading as it is read. */
function plain(heading: string): string {
  return heading
    .replaceAll(/\\([^\w\s])/g, "$1")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
}

/** What is wrong with a link of a page, if it leads nowhere. */
export function linkIssue(
  page: string,
  target: string,
  anchors: (page: string) => ReadonlySet<string>,
): string | undefined {
  if (target === "") return "leads nowhere";
  const [file = "", place = ""] = target.split("#");
  const found = placeOf(page, decodeURI(file));
  if (found.startsWith("..")) return "leaves the repository";
  if (!existsSync(join(root, found))) return "no such file";
  if (place === "") return undefined;
  if (!found.endsWith(".md"))
    return /^L\d+(?:-L\d+)?$/.test(place) ? undefined : "no such place";
  return anchors(found).has(decodeURIComponent(place))
    ? undefined
    : "no such heading";
}

/** Where in the repository a link of a page leads to. */
function placeOf(page: string, file: string): string {
  if (file === "") return page;
  // The home page of the site links as the site does.
  const start = file.startsWith("/") ? "docs" : posix.dirname(page);
  const found = posix.join(start, file).replace(/\/$/, "");
  if (!file.startsWith("/")) return found;
  const place = join(root, found);
  const isFolder = existsSync(place) && statSync(place).isDirectory();
  return isFolder ? `${found}/index.md` : `${found}.md`;
}
