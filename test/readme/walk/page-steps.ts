import { codeBlocks, type CodeBlock } from "../blocks.ts";
import { shownCommandsOf, type ShownCommand } from "../transcript.ts";

/** One block of a page, as a reader acts on it. */
export type PageStep = { readonly line: number } & (
  | { readonly kind: "write"; readonly path: string; readonly text: string }
  | { readonly kind: "change"; readonly path: string; readonly diff: string }
  | {
      readonly kind: "script";
      readonly script: string;
      /** Standard output that the page claims, if it shows any. */
      readonly output?: string;
    }
  | { readonly kind: "console"; readonly commands: readonly ShownCommand[] }
  | { readonly kind: "skip"; readonly reason: string }
);

/** First line of a block whose commands need the published packages. */
export const afterPublication = "# After publication";

/** Blocks that no test runs. */
const exceptions: readonly {
  readonly reason: string;
  readonly applies: (block: CodeBlock) => boolean;
}[] = [
  {
    reason: "runs this test",
    applies: ({ text }) => text === "npm ci && npm test\n",
  },
  {
    reason: "needs the published packages",
    applies: ({ text }) => text.startsWith(`${afterPublication}\n`),
  },
];

/** Languages of a block that shows the output of the script before it. */
const outputLanguages = ["text", "typescript", "json"];

/**
 * Returns the steps of a page, in order. A block with a file name is written, a `diff`
 * with one changes that file, `sh` and `console` blocks run. A block without a name
 * after a `sh` block is its output.
 * @throws Error for any other block, with its line.
 */
export function pageSteps(text: string): PageStep[] {
  const steps: PageStep[] = [];
  for (const block of codeBlocks(text)) {
    const { language, name, line } = block;
    const previous = steps.at(-1);
    const exception = exceptions.find(({ applies }) => applies(block));
    if (language === "sh")
      steps.push(
        exception === undefined
          ? { kind: "script", line, script: block.text }
          : { kind: "skip", line, reason: exception.reason },
      );
    else if (language === "console" && block.text.startsWith("$ "))
      steps.push({
        kind: "console",
        line,
        commands: shownCommandsOf(block.text),
      });
    else if (language === "diff" && name !== undefined)
      steps.push({ kind: "change", line, path: name, diff: block.text });
    else if (name !== undefined)
      steps.push({ kind: "write", line, path: name, text: block.text });
    else if (
      outputLanguages.includes(language) &&
      previous?.kind === "script" &&
      previous.output === undefined
    )
      steps[steps.length - 1] = { ...previous, output: block.text };
    else
      throw new Error(
        `line ${line}: this ${language} block is neither a file, nor a command, nor the output of one. Name its file, or show the command that prints it.`,
      );
  }
  return steps;
}
