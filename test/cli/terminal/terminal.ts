import { PassThrough } from "node:stream";
import {
  createPrompter,
  type Prompter,
} from "../../../src/cli/terminal/index.ts";

export interface ScriptedTerminal {
  prompter: Prompter;
  /** Types keys, which the prompter may or may not wait for. */
  type(keys: string): void;
  /** Hangs up. */
  end(): void;
  /** Whether someone listens for keys. */
  isRead(): boolean;
  /** What the person sees, without what moves the cursor. */
  shown(): string;
}

/** A terminal, and who sits at it. */
export function scriptedTerminal(): ScriptedTerminal {
  const input = new PassThrough();
  const output = new PassThrough({ encoding: "utf8" });
  let shown = "";
  output.on("data", (text: string) => (shown += text));
  return {
    prompter: createPrompter({ input, output }),
    type: (keys) => void input.write(keys),
    end: () => void input.end(),
    isRead: () => !input.isPaused() && input.listenerCount("data") > 0,
    shown: () =>
      shown
        .replaceAll(/\u001b\[\d*[A-Za-z]/g, "")
        .replaceAll("\r\n", "\n")
        .replaceAll("\r", "\n"),
  };
}
