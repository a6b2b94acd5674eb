import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";

/**
 * What is wrong with the links of a built site: those that lead to no page or to no
 * place of it, and what is loaded from elsewhere.
 * @param {string} folder
 * @param {string} base where the site begins on its host: "/"
 * @returns {{ links: number, pages: number, issues: string[] }}
 */
export function checkLinks(folder, base = "/") {
  const files = new Set(
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) =>
      name.replaceAll(path.sep, "/"),
    ),
  );
  const pages = [...files].filter((name) => name.endsWith(".html"));
  const texts = new Map(
    pages.map((page) => [page, readFileSync(path.join(folder, page), "utf8")]),
  );
  const anchors = new Map(
    [...texts].map(([page, text]) => [page, idsOf(text)]),
  );
  const issues = [];
  let links = 0;
  for (const [page, text] of texts) {
    for (const target of loaded(text))
      if (/^(?:[a-z]+:)?\/\//i.test(target))
        issues.push(`${page}: loads ${target}`);
    for (const href of hrefsOf(text)) {
      links++;
      const issue = linkIssue(page, href, { base, files, anchors });
      if (issue !== undefined) issues.push(`${page}: ${href}: ${issue}`);
    }
  }
  return { links, pages: pages.length, issues: [...new Set(issues)] };
}

/**
 * @param {string} page
 * @param {string} href
 * @param {{ base: string, files: ReadonlySet<string>, anchors: ReadonlyMap<string, ReadonlySet<string>> }} site
 */
function linkIssue(page, href, { base, files, anchors }) {
  if (/^(?:https?:|mailto:|data:)/.test(href)) return undefined;
  const origin = "http://site";
  const url = new URL(href, `${origin}${base}${page}`);
  if (url.origin !== origin || !url.pathname.startsWith(base))
    return "leaves the site";
  const place = decodeURIComponent(url.pathname.slice(base.length));
  const file =
    place === "" || place.endsWith("/") ? `${place}index.html` : place;
  if (!files.has(file)) return "no such page";
  const anchor = decodeURIComponent(url.hash.slice(1));
  if (anchor === "" || anchors.get(file)?.has(anchor)) return undefined;
  return "no such place on the page";
}

/** Addresses that a browser asks for by itself. */
function loaded(text) {
  return [
    ...matches(text, /<(?:script|img|iframe|source)\b[^>]*\ssrc="([^"]+)"/g),
    ...matches(text, /<link\b[^>]*\shref="([^"]+)"/g),
  ];
}

function hrefsOf(text) {
  return matches(text, /<a\b[^>]*\shref="([^"]*)"/g);
}

function idsOf(text) {
  return new Set(matches(text, /\sid="([^"]+)"/g));
}

/** What the pattern's group has, with its entities read. */
function matches(text, pattern) {
  return [...text.matchAll(pattern)].map(([, found]) =>
    found
      .replaceAll("&quot;", '"')
      .replaceAll("&#39;", "'")
      .replaceAll("&lt;", "<")
      .replaceAll("&gt;", ">")
      .replaceAll("&amp;", "&"),
  );
}
