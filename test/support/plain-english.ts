import { readFileSync } from "node:fs";
import { basename, dirname } from "node:path";

/** Number of places in a file, or in a group of files, that do not read plainly. */
export interface PlainEnglish {
  /** Doc comments that open with What, Whether, How, Who and the like. */
  readonly clauses: number;
  /** Words and phrases in comments and errors that have a standard term. */
  readonly idioms: number;
  /** Names of exports and files with a part that has a standard term. */
  readonly names: number;
}

const clause =
  /^(what|whether|how|who|whom|whose|why|where|when|which|those|that|such|of|whoever|whatever|to whom|for whom)\b/i;

const idioms: readonly RegExp[] = [
  /\b(tell|tells|told|telling)\b/gi,
  /\b(hear|hears|heard|hearing|hearer|hearers|deaf)\b/gi,
  /\b(nobody|somebody|whoever|whomever)\b/gi,
  /\b(is|are|was|were) no (?!longer|more than)\w+/gi,
  /\bof (its|their|one's|his|our|your) own\b/gi,
  /\bby (its|their|his) own word\b/gi,
  /\b(lies|lay|lain) in\b/gi,
  /\b(goes on|went on|go on|gone on)\b/gi,
  /\b(gives way|give way|gave way|gives? up|gave up)\b/gi,
  /\bmeanwhile\b/gi,
  /\b(unsound|sound)\b/gi,
  /\b(mend|mends|mended|mending)\b/gi,
  /\bstands? (alone|apart|for itself|still)\b/gi,
  /\b(what|that which) (came|comes|is|was|are|were|has|had|goes|went|stands|stood|lies|lay|can|may|must|will|would)\b/gi,
  /\bas (it|they) (is|are|was|were)\b/gi,
  /\b(is|are|was|were) (asked|looked at|waited for|thought of|spoken of|let in|let through|taken back|taken for|made up)\b/gi,
];

const nameParts = new Set(
  [
    "told tell heard hear hearer hearers deaf gone owed parked soon stray strays",
    "astray whisper mend mended remind together joined manner pose doing viewer",
    "viewed visit era eras unsound sound weigh askable spoken wanted said seen",
    "shown kept keeping keeper commons away tending tend lone loose patiently",
    "patience asked asking owing wayout way nobody stand standing turns news follow",
    "follows lost events own stream within silence flight alone",
  ]
    .join(" ")
    .split(" ")
    // Ordinary words of the field, on their own.
    .filter((word) => !["lost", "events", "own", "stream"].includes(word)),
);

/** Measures a TypeScript or Markdown file. */
export function measure(file: string): PlainEnglish {
  const text = readFileSync(file, "utf8");
  if (file.endsWith(".md"))
    return { clauses: 0, idioms: countIdioms([proseOf(text)]), names: 0 };
  const docs = [...text.matchAll(/\/\*\*([\s\S]*?)\*\//g)].map(([, doc = ""]) =>
    withoutStars(doc).trim(),
  );
  const comments = [
    ...text.matchAll(/\/\*\*?([\s\S]*?)\*\/|(?:^|\s)\/\/ ?(.*)/g),
  ].map(([, block, line = ""]) => withoutCode(withoutStars(block ?? line)));
  const errors = [
    ...text.matchAll(/new \w*Error\(\s*(["'`])((?:(?!\1)[^\\]|\\.)*)\1/g),
  ].map(([, , message = ""]) => message);
  const exported = [
    ...text.matchAll(
      /^export (?:default )?(?:declare )?(?:abstract )?(?:async )?(?:function\*?|class|interface|type|const|let|enum) (\w+)/gm,
    ),
  ].map(([, name = ""]) => name);
  return {
    clauses: docs.filter((doc) => clause.test(doc)).length,
    idioms: countIdioms([...comments, ...errors]),
    names: [...exported, basename(file, ".ts")].filter(isPrivateName).length,
  };
}

/** Adds up measures. */
export function sum(all: readonly PlainEnglish[]): PlainEnglish {
  const total = (key: keyof PlainEnglish): number =>
    all.reduce((count, one) => count + one[key], 0);
  return {
    clauses: total("clauses"),
    idioms: total("idioms"),
    names: total("names"),
  };
}

function countIdioms(prose: readonly string[]): number {
  return prose.reduce(
    (count, part) =>
      idioms.reduce(
        (inner, idiom) => inner + [...part.matchAll(idiom)].length,
        count,
      ),
    0,
  );
}

function isPrivateName(name: string): boolean {
  return name
    .replace(/([a-z0-9])([A-Z])/g, "$1-$2")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .some((part) => nameParts.has(part));
}

/** Returns the folder of a file below `depth` folders, such as `src/emit`. */
export function groupOf(file: string, depth: number): string {
  return dirname(file).split("/").slice(0, depth).join("/");
}

function proseOf(markdown: string): string {
  return withoutCode(markdown.replace(/```[\s\S]*?```/g, " "));
}

function withoutCode(prose: string): string {
  return prose.replace(/`[^`]*`/g, " ");
}

function withoutStars(comment: string): string {
  return comment.replace(/^\s*\*( |$)/gm, " ");
}
