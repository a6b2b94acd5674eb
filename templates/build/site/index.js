// Builds the site of docs into dist/site, and checks its links: npm run site.
// With --serve it is shown on this machine, at --port if one is named; --out is another
// folder for it.
import path from "node:path";
import { parseArgs } from "node:util";
import { build } from "vitepress";
import { checkLinks } from "./links.js";
import { serveSite } from "./serve.js";

const root = path.join(import.meta.dirname, "../../..");
const { values } = parseArgs({
  options: {
    out: { type: "string", default: path.join(root, "dist/site") },
    serve: { type: "boolean", default: false },
    port: { type: "string", default: "4173" },
  },
});

const folder = path.resolve(values.out);
await build(path.join(root, "docs"), { outDir: folder });
const { links, pages, issues } = checkLinks(folder, process.env.SITE_BASE);
for (const issue of issues) console.error(issue);
if (issues.length > 0) {
  console.error(`${issues.length} of ${links} links lead nowhere`);
  process.exitCode = 1;
}
const place = path.relative(process.cwd(), folder);
console.log(`${pages} pages, ${links} links: ${place}/index.html`);
if (values.serve) {
  const { url } = await serveSite(folder, Number(values.port));
  console.log(`${url} shows it, until Ctrl-C`);
} else console.log("npm run site -- --serve shows it");
