import { readdirSync } from "node:fs";
import { join, sep } from "node:path";

const root = join(import.meta.dirname, "../..");

/** Folders of pages; those at the top of the repository are pages too. */
const folders = ["docs", "templates"];

/** All markdown of the repository that people read, as paths from its top. */
export function allPages(): string[] {
  const within = (folder: string, recursive: boolean): string[] =>
    readdirSync(join(root, folder), { recursive, encoding: "utf8" })
      .map((name) => join(folder, name).split(sep).join("/"))
      .filter((page) => page.endsWith(".md"))
      // What a build makes pages of is none itself.
      .filter((page) => !/(^|\/)(node_modules|\.vitepress|build)\//.test(page));
  return [".", ...folders]
    .flatMap((folder) => within(folder, folder !== "."))
    .sort();
}
