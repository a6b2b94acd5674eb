import type { Listener } from "../connect/session.ts";
import {
  foreignText,
  foreignWords,
  plainText,
  type TextLimits,
} from "./foreign.ts";
import { line, type Screen } from "./screen.ts";

/** What is printed to standard error while a call is under way. */
export interface ScreenListener extends Listener {
  /** What a program prints: whole lines of it. */
  printed(text: string): void;
  /** What a person has to read, whatever is left out: mcp-gen's own words. */
  say(text: string): void;
  /** The same, of a text that a server chose. */
  show(text: string): void;
  /** No more comes: the last line is printed without its end. */
  end(): void;
}

/** Limits of one message of a server, and of all of a call together in characters. */
const chatLimits: TextLimits = { lines: 500, characters: 20_000 };
const maxChat = 1_000_000;

/** In characters. */
const maxLine = 16_384;
const maxWarning = 2_000;

export function createListener(
  { isQuiet }: { readonly isQuiet: boolean },
  { stderr }: Pick<Screen, "stderr">,
): ScreenListener {
  let rest = "";
  let left = maxChat;
  const chat = (text: string): void => {
    if (isQuiet || left <= 0) return;
    const shown = foreignText(text, chatLimits);
    left -= shown.length;
    stderr(shown);
    if (left <= 0) stderr("(the server says more: not shown)\n");
  };
  return {
    chat,
    say: (text) => stderr(line(plainText(text))),
    show: (text) => stderr(foreignText(text, chatLimits)),
    warn: (text) => stderr(`warning: ${foreignWords(text, maxWarning)}\n`),
    printed(text) {
      const lines = (rest + text).split("\n");
      rest = lines.pop() ?? "";
      if (lines.length > 0) chat(lines.join("\n"));
      // A line need not end.
      if (rest.length > maxLine) {
        chat(rest);
        rest = "";
      }
    },
    end() {
      if (rest !== "") chat(rest);
      rest = "";
    },
  };
}
