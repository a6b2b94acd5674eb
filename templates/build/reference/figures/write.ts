import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { writtenText } from "../page.ts";
import { figuresPages } from "./page.ts";
import { withFigures } from "./readme.ts";

/** Writes the page of figures and the README's table, from the runs that are kept. */
export function writeFigures(repository: string): void {
  for (const page of figuresPages(repository))
    writeFileSync(
      path.join(repository, "docs/reference", page.path),
      writtenText(page),
    );
  const readme = path.join(repository, "README.md");
  writeFileSync(readme, withFigures(readFileSync(readme, "utf8"), repository));
}
