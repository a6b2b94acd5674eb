import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { buildModules } from "./modules.ts";

/** Builds the templates into the sources of the emitters. */
export async function main(repository: URL): Promise<void> {
  // Not in git: it has no other files than those of the templates that there are.
  rmSync(new URL("src/emit/fixed", repository), {
    recursive: true,
    force: true,
  });
  for (const { path, text } of await buildModules(repository)) {
    const file = new URL(path, repository);
    mkdirSync(new URL(".", file), { recursive: true });
    writeFileSync(file, text);
  }
}
