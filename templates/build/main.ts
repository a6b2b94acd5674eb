import { mkdirSync, writeFileSync } from "node:fs";
import { buildModules } from "./modules.ts";

/** Builds the templates into the sources of the emitters. */
export async function main(repository: URL): Promise<void> {
  for (const { path, text } of await buildModules(repository)) {
    const file = new URL(path, repository);
    mkdirSync(new URL(".", file), { recursive: true });
    writeFileSync(file, text);
  }
}
