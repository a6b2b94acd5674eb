import type { MarkdownRenderer } from "vitepress";

/** Shows the name of a block of code above it: `ts [server.ts]`. */
export function nameBlocks(md: MarkdownRenderer): void {
  const { fence } = md.renderer.rules;
  if (!fence) throw new Error("nothing shows blocks of code");
  md.renderer.rules.fence = (tokens, index, ...others) => {
    // Showing it takes the name away.
    const [, name] = /\[([^\]]+)\]/.exec(tokens[index]?.info ?? "") ?? [];
    const block = fence(tokens, index, ...others);
    if (name === undefined) return block;
    const shown = `<div class="block-name">${md.utils.escapeHtml(name)}</div>`;
    return `<div class="named-block">${shown}${block}</div>\n`;
  };
}

/** Lets wide tables scroll by themselves, with the keyboard too. */
export function scrollTables(md: MarkdownRenderer): void {
  md.renderer.rules["table_open"] = () =>
    '<div class="wide" role="region" aria-label="Table" tabindex="0"><table>\n';
  md.renderer.rules["table_close"] = () => "</table></div>\n";
}
