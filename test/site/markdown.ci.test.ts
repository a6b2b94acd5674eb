import { createMarkdownRenderer, disposeMdItInstance } from "vitepress";
import { expect, test } from "vitest";
import {
  nameBlocks,
  scrollTables,
} from "../../docs/.vitepress/markdown/blocks.ts";
import { linkSources } from "../../docs/.vitepress/markdown/links.ts";

/** What the site makes of the text of a guide. */
async function render(text: string, repository?: string): Promise<string> {
  // There is one for a process, with the options of the first.
  disposeMdItInstance();
  const md = await createMarkdownRenderer("docs", {
    cache: false,
    config(made) {
      nameBlocks(made);
      scrollTables(made);
      linkSources(made, repository);
    },
  });
  const env = { relativePath: "guides/tools.md" };
  return md.render(text, env);
}

const links =
  "[`a`](../../src/cli.ts#L3) [b](stdio.md#x) [c](#d) [e](https://e.org) [f](../../README.md)";

test("links to sources are text where nobody knows the repository", async () => {
  const html = await render(links);
  expect(html).toContain("<code>a</code> <a");
  expect(html.match(/href="[^"]+"/g)).toEqual([
    'href="./stdio.html#x"',
    'href="#d"',
    'href="https://e.org"',
  ]);
  expect(html).toMatch(/<\/a> f<\/p>/);
});

test("and lead there where it is known", async () => {
  const html = await render(links, "https://git.example/r");
  expect(html).toContain(
    'href="https://git.example/r/blob/HEAD/src/cli.ts#L3"',
  );
  expect(html).toContain('href="https://git.example/r/blob/HEAD/README.md"');
});

test("blocks show their names, and wide tables scroll", async () => {
  const html = await render(
    "```ts [src/a<b>.ts]\nconst a = 1;\n```\n\n```sh\nls\n```\n\n| a |\n| - |\n| b |\n",
  );
  expect(html.match(/<div class="block-name">.*?<\/div>/g)).toEqual([
    '<div class="block-name">src/a&lt;b&gt;.ts</div>',
  ]);
  expect(html).toMatch(/<div class="wide"[^>]*tabindex="0"><table/);
});
