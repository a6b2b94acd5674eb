import {
  escapeControls,
  escapeLines,
} from "../../../base/diagnostics/escape.ts";
import type { Failure } from "../failure.ts";
import { answerLimits, foreignWords } from "./foreign.ts";
import type { Screen } from "./screen.ts";

/** Prints a value as JSON that is safe to show on a terminal, which gets the beginning only. */
export function printJson(
  { stdout, stderr, isOutputTerminal }: Screen,
  value: unknown,
): void {
  const text = JSON.stringify(value, null, 2);
  const { characters } = answerLimits;
  const isWhole = !isOutputTerminal || text.length <= characters;
  stdout(`${escapeLines(isWhole ? text : text.slice(0, characters))}\n`);
  if (!isWhole)
    stderr(
      `(${text.length - characters} more characters: redirect standard output to a file to read them)\n`,
    );
}

/** Prints why there is no answer: for a person to standard error, for a program as JSON. */
export function printFailure(
  failure: Failure,
  format: "text" | "json",
  screen: Screen,
): void {
  const { code, message, hint, rpcCode, data } = failure;
  if (format === "json") {
    const { exitCode, ...error } = failure;
    printJson(screen, { status: "error", error, diagnostics: [] });
    return;
  }
  const number = rpcCode === undefined ? "" : ` ${rpcCode}`;
  screen.stderr(`error ${code}${number}: ${escapeControls(message)}\n`);
  if (data !== undefined) {
    const text = typeof data === "string" ? data : JSON.stringify(data);
    screen.stderr(`  data: ${foreignWords(text, 500)}\n`);
  }
  if (hint !== undefined) screen.stderr(`  hint: ${escapeControls(hint)}\n`);
}
