/** Markdown that GitHub and VitePress show alike. */

/** A code span, whatever its text holds. */
export function code(text: string): string {
  const runs = text.match(/`+/g) ?? [];
  const fence = "`".repeat(
    Math.max(0, ...runs.map(({ length }) => length)) + 1,
  );
  const space = text.startsWith("`") || text.endsWith("`") ? " " : "";
  return `${fence}${space}${text}${space}${fence}`;
}

/** A block of code. */
export function fence(language: string, text: string): string {
  const runs = text.match(/^`{3,}/gm) ?? [];
  const ticks = Math.max(2, ...runs.map(({ length }) => length)) + 1;
  const line = "`".repeat(ticks);
  return `${line}${language}\n${text}\n${line}`;
}

/**
 * A text that may have code spans, such as a doc comment: what is outside of them
 * is no HTML, and nothing that Vue would evaluate.
 */
export function prose(text: string): string {
  return outsideCode(text, (part) =>
    part
      .replaceAll("<", "&lt;")
      // An entity would be decoded before Vue sees the text.
      .replace(/\{\{|\}\}/g, (braces) => code(braces)),
  );
}

/** Changes a text, but for its code spans and links' targets. */
function outsideCode(text: string, change: (part: string) => string): string {
  let changed = "";
  let from = 0;
  for (const span of text.matchAll(/(`+)(?!`)[^]*?[^`]\1(?!`)/g)) {
    changed += change(text.slice(from, span.index)) + span[0];
    from = span.index + span[0].length;
  }
  return changed + change(text.slice(from));
}

/** A text that stands in a cell of a table: on one line, and no cell ends in it. */
export function cell(text: string): string {
  return text
    .replace(/(?<!\\)\|/g, String.raw`\|`)
    .replace(/\s*\n\s*/g, " ")
    .trim();
}

/** A table; its cells are markdown. */
export function table(
  head: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((text) => cell(text)).join(" | ")} |`;
  return [
    line(head),
    `|${head.map(() => " --- |").join("")}`,
    ...rows.map(line),
  ].join("\n");
}

/** A link; `title` is markdown. */
export function link(title: string, target: string): string {
  return `[${title}](${target})`;
}

/** The anchor that GitHub gives a heading, where the page has no other of its text. */
export function anchor(heading: string): string {
  return heading
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}_ -]/gu, "")
    .replaceAll(" ", "-");
}

/** The anchors of a page's headings, one after another: equal ones are numbered. */
export function createAnchors(): (heading: string) => string {
  const seen = new Map<string, number>();
  return (heading) => {
    const plain = anchor(heading);
    const before = seen.get(plain);
    seen.set(plain, (before ?? 0) + 1);
    if (before === undefined) return plain;
    const numbered = `${plain}-${before}`;
    seen.set(numbered, 1);
    return numbered;
  };
}
