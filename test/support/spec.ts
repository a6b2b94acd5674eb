import { existsSync, readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { officialFiles } from "./official-files.ts";

/** Folder of the official schema files, which are not part of the repository. */
export const officialFolder: string = officialFiles.schemas.folder;

/** The revisions whose official schema is at hand, sorted; none in a clone without them. */
export function officialRevisions(): string[] {
  if (!existsSync(officialFolder)) return [];
  const names = readdirSync(officialFolder).sort();
  return names.filter((name) => existsSync(schemaPath(name)));
}

/** The text of a revision's official schema.ts. */
export function officialSchema(revision: string): string {
  return readFileSync(schemaPath(revision), "utf8");
}

/** The text of a revision's official schema.json. */
export function officialJsonSchema(revision: string): string {
  return readFileSync(
    path.join(officialFolder, revision, "schema.json"),
    "utf8",
  );
}

/** Whether there is any official schema to test with. */
export const hasOfficial: boolean = officialRevisions().length > 0;

function schemaPath(revision: string): string {
  return path.join(officialFolder, revision, "schema.ts");
}

/** The official files of an extension, where they are at hand: its schema.ts and its schema.json. */
export function officialExtension(
  name: string,
): { readonly text: string; readonly json: string } | undefined {
  const folder = path.join(officialFolder, "extensions", name);
  if (!existsSync(path.join(folder, "schema.ts"))) return undefined;
  const read = (file: string): string =>
    readFileSync(path.join(folder, file), "utf8");
  return { text: read("schema.ts"), json: read("schema.json") };
}
