import {
  escapeControls,
  escapeLines,
} from "../../../base/diagnostics/escape.ts";
import { excerpt } from "../../../runtime/protocol/errors.ts";
import type { Failure } from "../failure.ts";
import type { Screen } from "./screen.ts";

/** Prints a value as JSON that is safe to show on a terminal. */
export function printJson({ stdout }: Screen, value: unknown): void {
  stdout(`${escapeLines(JSON.stringify(value, null, 2))}\n`);
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
    screen.stderr(`  data: ${escapeControls(excerpt(text))}\n`);
  }
  if (hint !== undefined) screen.stderr(`  hint: ${escapeControls(hint)}\n`);
}
