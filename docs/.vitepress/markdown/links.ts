import { posix } from "node:path";
import type { MarkdownRenderer } from "vitepress";

type Token = ReturnType<MarkdownRenderer["parse"]>[number];

/**
 * Makes links to files that are no pages lead to the repository; where it is not known,
 * they are text.
 */
export function linkSources(
  md: MarkdownRenderer,
  repository: string | undefined,
): void {
  md.core.ruler.push("sources", ({ tokens, env }) => {
    // What VitePress tells of the page.
    const { relativePath = "" } = env as { readonly relativePath?: string };
    for (const token of tokens)
      if (token.children)
        token.children = mended(token.children, (href) => {
          const place = outside(relativePath, href);
          if (place === undefined) return href;
          return repository && `${repository}/blob/HEAD/${place}`;
        });
  });
}

/** The tokens with the addresses that `mend` gives; a link that it gives none is text. */
function mended(
  tokens: readonly Token[],
  mend: (href: string) => string | undefined,
): Token[] {
  const found: Token[] = [];
  let isText = false;
  for (const token of tokens) {
    if (token.type === "link_open") {
      const href = mend(token.attrGet("href") ?? "");
      isText = href === undefined;
      if (href !== undefined) token.attrSet("href", href);
    }
    const isLink = token.type === "link_open" || token.type === "link_close";
    if (!(isText && isLink)) found.push(token);
    if (token.type === "link_close") isText = false;
  }
  return found;
}

/** Where in the repository a link of a page leads, if not to a page of the site. */
function outside(page: string, href: string): string | undefined {
  if (href === "" || /^(?:[a-z][a-z+.-]*:|#|\/)/i.test(href)) return undefined;
  const place = posix.join("docs", posix.dirname(page), href);
  const [file = "", anchor] = place.split("#");
  const isPage = file.startsWith("docs/") && file.endsWith(".md");
  if (isPage) return undefined;
  return anchor === undefined ? file : `${file}#${anchor}`;
}
