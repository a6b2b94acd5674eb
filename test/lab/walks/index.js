// Prints the functions that a message passes on its way: `npm run walks`. With `--write`
// it writes the pages that tell them; with `--json`, walks and pages are data.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { loadWalks } from "./bundle.js";

const repository = fileURLToPath(new URL("../../..", import.meta.url));
const { walks, pagesOf, printed } = await loadWalks();
const found = await walks();

if (process.argv.includes("--json"))
  console.log(
    JSON.stringify({ walks: found.map(printed), pages: pagesOf(found) }),
  );
else if (process.argv.includes("--write"))
  for (const [path, text] of Object.entries(pagesOf(found))) {
    mkdirSync(dirname(repository + path), { recursive: true });
    writeFileSync(repository + path, text);
  }
else for (const walk of found) console.log(printed(walk));
