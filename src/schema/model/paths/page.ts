import type { Pages } from "../protocol.ts";

/** The address of a page: an extension's stands as it is, one of the core is relative. */
export function pageAddress({ base }: Pages, page: string): string {
  return page.startsWith("https://") ? page : `${base}/${page}`;
}
