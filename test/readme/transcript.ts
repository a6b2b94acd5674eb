import { codeBlocks, readPage } from "./blocks.ts";
import { commandsOf } from "./shell.ts";

/** A command that a page shows at a prompt, and what it prints. */
export interface ShownCommand {
  readonly command: string;
  readonly output: string;
}

/** Returns the commands of the `console` blocks of a page, in order. */
export function shownCommands(page: string): ShownCommand[] {
  return codeBlocks(readPage(page))
    .filter(({ language }) => language === "console")
    .flatMap(({ text }) => shownCommandsOf(text));
}

/** Returns the commands of a `console` block, each with the output below it. */
export function shownCommandsOf(text: string): ShownCommand[] {
  return text
    .split(/^\$ /m)
    .slice(1)
    .map((shown) => {
      const end = shown.indexOf("\n");
      return { command: shown.slice(0, end), output: shown.slice(end + 1) };
    });
}

/**
 * A text as a `diff` block of a page changes it: each part, between lines of `@@`, has
 * to be there as it was, once. Throws where it is not.
 */
export function applyDiff(text: string, diff: string): string {
  return diff.split(/^@@.*\n/m).reduce((before, part) => {
    const lines = part.split("\n").filter((line) => line !== "");
    const side = (other: "+" | "-"): string =>
      lines
        .filter((line) => !line.startsWith(other))
        .map((line) => `${line.slice(1)}\n`)
        .join("");
    const [old, own] = [side("+"), side("-")];
    if (before.split(old).length !== 2)
      throw new Error(`these lines are not there, or more than once:\n${old}`);
    return before.replace(old, () => own);
  }, text);
}

/** The commands of the `sh` blocks of a page, as their words. */
export function shownWords(page: string): string[][] {
  return codeBlocks(readPage(page))
    .filter(({ language }) => language === "sh")
    .flatMap(({ text }) => commandsOf(text));
}
