import { Node } from "ts-morph";
import type { ReferencePage } from "../page.ts";
import { link, table } from "../markdown.ts";
import type { ApiPage } from "./layout/index.ts";
import {
  linkBetween,
  placesOf,
  targetsFrom,
  type Places,
  type PlacedSection,
} from "./places.ts";
import { protocolPage } from "./protocol-page.ts";
import { readRevisions, type Revisions } from "./revisions.ts";
import { sections, type View } from "./parts.ts";
import { renderItem } from "./render-item.ts";
import { openSources, type Exported, type Sources } from "./sources.ts";
import { saidOf } from "./comment.ts";

/** docs/reference/api: every name that users can import. */
export async function apiReference(
  repository: string,
): Promise<readonly ReferencePage[]> {
  const sources = openSources(repository);
  const places = placesOf(sources);
  const revisions = readRevisions(repository);
  const pages = await Promise.all(
    places.pages.map(({ page, sections: all }) =>
      renderPage(page, all, viewFrom(page.path, sources, places, revisions)),
    ),
  );
  const protocol = viewFrom("api/protocol.md", sources, places, revisions);
  return [...pages, protocolPage(protocol), namesPage(sources, places)];
}

/** What one page knows of the others. */
export function viewFrom(
  path: string,
  sources: Sources,
  places: Places,
  revisions: Revisions,
): View {
  const targets = targetsFrom(path, sources, places, specificationOf);
  const byName = new Map<string, Exported[]>();
  for (const one of sources.exported)
    byName.set(one.name, [...(byName.get(one.name) ?? []), one]);
  return {
    sources,
    revisions,
    targets,
    find(name) {
      const known = byName.get(name) ?? [];
      const here = known.find((one) => places.of(one)?.path === path);
      const [meant] = here ? [here] : known;
      const place = meant && places.of(meant);
      return place && linkBetween(path, place);
    },
  };
}

/** The specification's page of a type of the protocol. */
function specificationOf(declaration: Node): string | undefined {
  if (!declaration.getSourceFile().getFilePath().includes("/generated/"))
    return undefined;
  if (Node.isTypeParameterDeclaration(declaration)) return undefined;
  return saidOf(declaration).see[0]?.url;
}

async function renderPage(
  { path, title, intro }: ApiPage,
  all: readonly PlacedSection[],
  view: View,
): Promise<ReferencePage> {
  const parts: string[] = [`# ${title}`, intro, contents(path, all, view)];
  for (const { title: heading, items } of all) {
    parts.push(`## ${heading}`);
    for (const item of items) parts.push(await renderItem(item, view));
  }
  return { path, text: sections(...parts) };
}

/** What a page has, for who looks for a name on it. */
function contents(
  _path: string,
  all: readonly PlacedSection[],
  { find }: View,
): string {
  return all
    .map(({ title, items }) => {
      const names = items.map(({ name }) =>
        link(`\`${name}\``, find(name) ?? ""),
      );
      return `- ${title}: ${names.join(", ")}`;
    })
    .join("\n");
}

/** docs/reference/api/index.md: all names, and where each is. */
function namesPage(sources: Sources, places: Places): ReferencePage {
  const path = "api/index.md";
  const all = [...sources.exported]
    .filter((one) => places.of(one))
    .sort((one, other) => compare(one.name, other.name));
  const rows = all.map((one) => {
    const place = places.of(one);
    const { path: page } = place ?? { path };
    const title =
      places.pages.find((known) => known.page.path === page)?.page.title ?? "";
    return [
      place ? link(`\`${one.name}\``, linkBetween(path, place)) : "",
      link(title, page.slice(page.indexOf("/") + 1)),
      one.specifiers.map((specifier) => `\`${specifier}\``).join(", "),
    ];
  });
  const pages = places.pages.map(
    ({ page }) =>
      `- ${link(page.title, page.path.slice(page.path.indexOf("/") + 1))}`,
  );
  return {
    path,
    text: sections(
      "# API",
      "Every name that programs import, made from the sources. The pages by subject come first, then all names from A to Z.",
      "## Pages",
      pages.join("\n"),
      "## All names",
      "`mcp-gen` has each entry of `@mcp-gen/runtime`: there, `@mcp-gen/runtime` is `mcp-gen/runtime`, and `@mcp-gen/runtime/http` is `mcp-gen/runtime/http`.",
      table(["Name", "Page", "From"], rows),
    ),
  };
}

function compare(one: string, other: string): number {
  const [a, b] = [one.toLowerCase(), other.toLowerCase()];
  if (a === b) return one < other ? -1 : 1;
  return a < b ? -1 : 1;
}
