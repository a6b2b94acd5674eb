import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { gonePages, makePages, stalePages } from "./committed.ts";
import { quickPages, slowPages } from "./pages.ts";

/** Writes the pages that changed, and removes those that are no more. */
export async function main(repository: string): Promise<void> {
  const made = await makePages(repository, [...quickPages, ...slowPages]);
  const place = (name: string) => path.join(repository, "docs/reference", name);
  for (const name of stalePages(repository, made)) {
    mkdirSync(path.dirname(place(name)), { recursive: true });
    writeFileSync(place(name), made.get(name) ?? "");
    console.log(`written  docs/reference/${name}`);
  }
  for (const name of gonePages(repository, made)) {
    rmSync(place(name));
    console.log(`removed  docs/reference/${name}`);
  }
}
