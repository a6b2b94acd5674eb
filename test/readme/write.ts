import { existsSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";

const root = join(import.meta.dirname, "../..");

/**
 * Writes a program of a page; it imports the runtime and the generated code where they
 * lie here. Throws where it imports what neither package offers.
 */
export function writeExample(file: string, text: string): void {
  const to = (place: string): string =>
    relative(dirname(file), join(root, place));
  const placed = text
    .replaceAll("./mcp/runtime/", `${to("src/runtime")}/`)
    .replaceAll("./mcp/", `${to("generated")}/`)
    .replaceAll(
      /\b(from |import |import\(|module )"((?:@mcp-gen\/runtime|mcp-gen)(?:\/[^"]*)?)"/g,
      (_, before: string, specifier: string) =>
        `${before}"${to(sourceOf(specifier))}"`,
    );
  writeFileSync(file, placed);
}

interface Manifest {
  readonly exports: Readonly<
    Record<string, string | { readonly default: string }>
  >;
}

const entries = readEntries();

/** The module that an entry of either package is built from, as one imports it. */
function sourceOf(specifier: string): string {
  const found = entries.get(specifier);
  if (found === undefined)
    throw new Error(`no package has an entry "${specifier}"`);
  return found;
}

/** What one can import of both packages, by the name that one imports it by. */
function readEntries(): ReadonlyMap<string, string> {
  // The light one's entries are made of these.
  const manifest = JSON.parse(
    readFileSync(join(root, "package.json"), "utf8"),
  ) as Manifest;
  const found = new Map<string, string>();
  for (const [pattern, target] of Object.entries(manifest.exports)) {
    if (typeof target === "string") continue;
    for (const part of partsOf(pattern)) {
      const name = pattern.replace("*", part);
      const source = placeOf(target.default.replace("*", part));
      found.set(`mcp-gen${name.slice(1)}`, source);
      const light = name.replace(/^\.\/runtime(?=\/|$)/, ".").slice(1);
      if (/^(src\/runtime|generated)\//.test(source))
        found.set(`@mcp-gen/runtime${light}`, source);
    }
  }
  return found;
}

/** What the `*` of an entry stands for: each module of a revision. */
function partsOf(pattern: string): string[] {
  if (!pattern.includes("*")) return [""];
  const folder = join(root, pattern.replace("./", "generated/"), "..");
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith(".ts"))
    .map((name) => name.slice(0, -".ts".length));
}

/** The source of a built module, with the ending that one imports it by. */
function placeOf(built: string): string {
  const source = built
    .replace(/^\.\/dist\/generated\//, "generated/")
    .replace(/^\.\/dist\//, "src/");
  return existsSync(join(root, source.replace(/js$/, "ts"))) ? source : built;
}
