import type { Listener } from "../connect/session.ts";
import { line, plainText, type Screen } from "./screen.ts";

/** What is printed to standard error while a call is under way. */
export interface ScreenListener extends Listener {
  /** What a program prints: whole lines of it. */
  printed(text: string): void;
  /** What a person has to read, whatever is left out. */
  say(text: string): void;
  /** No more comes: the last line is printed without its end. */
  end(): void;
}

export function createListener(
  { isQuiet }: { readonly isQuiet: boolean },
  { stderr }: Pick<Screen, "stderr">,
): ScreenListener {
  let rest = "";
  const print = (text: string): void => stderr(line(plainText(text)));
  const chat = (text: string): void => {
    if (!isQuiet) print(text);
  };
  return {
    chat,
    say: print,
    warn: (text) => print(`warning: ${text}`),
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

/** In characters. */
const maxLine = 16_384;
