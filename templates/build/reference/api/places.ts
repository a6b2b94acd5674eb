import type { Node } from "ts-morph";
import { createAnchors } from "../markdown.ts";
import { apiPages, ofRevisions, type ApiPage } from "./layout/index.ts";
import type { Exported, Sources } from "./sources.ts";
import type { Targets } from "./type-text.ts";

/** A section of a page with what it tells of. */
export interface PlacedSection {
  readonly title: string;
  readonly items: readonly Exported[];
}

/** Where each exported name stands. */
export interface Places {
  readonly pages: readonly {
    readonly page: ApiPage;
    readonly sections: readonly PlacedSection[];
  }[];
  /** The page and the anchor of a name, from docs/reference. */
  of(exported: Exported): Place | undefined;
}

export interface Place {
  readonly path: string;
  readonly anchor: string;
}

/** Puts each exported name on one page. Throws for one that is on two, or on none. */
export function placesOf(sources: Sources): Places {
  const placed = new Set<Exported>();
  const named = apiPages.map((page) => ({
    page,
    sections: page.sections.map(({ title, names }) => ({
      title,
      items: names.map((name) => {
        const exported = find(sources, page, name);
        if (placed.has(exported)) throw new Error(`${name} is on two pages`);
        placed.add(exported);
        return exported;
      }),
    })),
  }));
  const pages = named.map(({ page, sections }) => {
    if (page.rest === undefined) return { page, sections };
    const all = page.modules.flatMap((module) => sources.in(module));
    const items = [...new Set(all)].filter(
      (one) => !placed.has(one) && !ofRevisions.includes(one.name),
    );
    for (const one of items) placed.add(one);
    if (items.length === 0) return { page, sections };
    return { page, sections: [...sections, { title: page.rest, items }] };
  });
  const lost = sources.exported.filter(
    (one) => !placed.has(one) && !ofRevisions.includes(one.name),
  );
  if (lost.length > 0)
    throw new Error(
      `layout.ts gives no page to ${lost.map(({ name }) => name).join(", ")}`,
    );
  const places = anchored(pages);
  return { pages, of: (exported) => places.get(exported) };
}

function find(
  sources: Sources,
  { path, modules }: ApiPage,
  name: string,
): Exported {
  for (const module of modules) {
    const found = sources.find(module, name);
    if (found) return found;
  }
  throw new Error(
    `${path} tells of ${name}, which ${modules.join(", ")} do not export`,
  );
}

function anchored(pages: Places["pages"]): ReadonlyMap<Exported, Place> {
  const places = new Map<Exported, Place>();
  for (const { page, sections } of pages) {
    const anchorOf = createAnchors();
    anchorOf(page.title);
    for (const { title, items } of sections) {
      anchorOf(title);
      for (const item of items)
        places.set(item, { path: page.path, anchor: anchorOf(item.name) });
    }
  }
  return places;
}

/** A link from one page of docs/reference to a place on another, or on the same. */
export function linkBetween(from: string, { path, anchor }: Place): string {
  if (from === path) return `#${anchor}`;
  const up = from.includes("/")
    ? path.includes("/")
      ? path.slice(path.indexOf("/") + 1)
      : `../${path}`
    : path;
  return `${up}#${anchor}`;
}

/** Where names lead to from a page: to pages here, or to the specification's. */
export function targetsFrom(
  page: string,
  sources: Sources,
  places: Places,
  specification: (declaration: Node) => string | undefined,
): Targets {
  return (declaration) => {
    const exported = sources.of(declaration);
    const place = exported && places.of(exported);
    if (place) return { name: exported.name, target: linkBetween(page, place) };
    const target = specification(declaration);
    return target === undefined ? undefined : { target };
  };
}
