// VitePress, because it shows the pages as they lie here, searches them in the browser
// without a service, and needs no framework but its own: `npm run site` builds it.
import { defineConfig, type DefaultTheme } from "vitepress";
import { nameBlocks, scrollTables } from "./markdown/blocks.ts";
import { linkSources } from "./markdown/links.ts";
import { anchor } from "../../templates/build/reference/markdown.ts";
import { sidebar } from "./navigation.ts";
import { repositoryUrl } from "./repository.ts";

const repository = repositoryUrl();

export default defineConfig({
  lang: "en",
  title: "mcp-gen",
  description:
    "TypeScript servers and clients of the Model Context Protocol, in every revision",
  // Of a site that is not at the top of its host: SITE_BASE=/mcp-gen/ npm run site.
  base: process.env["SITE_BASE"] ?? "/",
  outDir: "../dist/site",
  cacheDir: "../node_modules/.cache/vitepress",
  // The index of the search is large, and loaded by who searches.
  vite: { build: { chunkSizeWarningLimit: 4_000 } },
  // `npm run site` checks all links, and the places that they lead to.
  ignoreDeadLinks: true,
  head: [["link", { rel: "icon", href: icon(), type: "image/svg+xml" }]],
  markdown: {
    theme: {
      light: "github-light-high-contrast",
      dark: "github-dark-high-contrast",
    },
    anchor: { slugify: anchor },
    toc: { slugify: anchor },
    config(md) {
      nameBlocks(md);
      scrollTables(md);
      linkSources(md, repository);
    },
  },
  themeConfig: {
    nav: [
      { text: "Guides", link: "/guides/start", activeMatch: "/guides/" },
      { text: "Reference", link: "/reference/", activeMatch: "/reference/" },
      {
        text: "Architecture",
        link: "/architecture/",
        activeMatch: "/architecture/",
      },
    ],
    sidebar: sidebar(),
    outline: { level: [2, 3], label: "On this page" },
    search: { provider: "local", options: searchOptions() },
    externalLinkIcon: true,
    notFound: {
      title: "There is no such page",
      quote: "The search, or the guides, may have what you look for.",
      linkText: "Go home",
      linkLabel: "Go home",
    },
    ...(repository === undefined
      ? {}
      : { socialLinks: [{ icon: "github", link: repository }] }),
  },
});

/** Guides come before the reference, then what is about another SDK; lists of rows come last. */
function searchOptions(): DefaultTheme.LocalSearchOptions {
  return {
    detailedView: true,
    miniSearch: {
      searchOptions: {
        fuzzy: 0.2,
        prefix: true,
        boost: { title: 6, text: 2, titles: 2 },
        boostDocument: (id: string) => {
          if (/requirements|published-servers/.test(id)) return 0.2;
          if (id.includes("/migrating-")) return 0.5;
          return id.includes("/guides/") ? 2 : 1;
        },
      },
    },
  };
}

function icon(): string {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" rx="3" fill="#3451b2"/><path d="M3 12V4l5 5 5-5v8" fill="none" stroke="#fff" stroke-width="2"/></svg>';
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
