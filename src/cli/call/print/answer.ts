import { writeFileSync } from "node:fs";
import { extname, resolve } from "node:path";
import { UsageError } from "../../../base/diagnostics/error.ts";
import type { JsonObject } from "../../../runtime/protocol/message.ts";
import type { CallIo } from "../io.ts";
import type { CallRequest } from "../request.ts";
import { overviewText, type Overview } from "./overview.ts";
import { printJson } from "./report.ts";
import { binariesOf, isToolError, resultText } from "./result.ts";
import { foreignText } from "./foreign.ts";
import { line } from "./screen.ts";

type How = Pick<CallRequest, "format" | "out">;

/** Prints an answer; the exit code says whether a tool has failed. */
export function printAnswer(
  result: JsonObject,
  { format, out }: How,
  io: CallIo,
): 0 | 1 {
  const isError = isToolError(result);
  if (out !== undefined && !isError) save(result, out, io);
  else if (format === "json") printJson(io, result);
  else if (isError)
    io.stderr(`error: the tool failed\n${foreignText(resultText(result))}`);
  // A pipe gets the text as it is: nothing of mcp-gen's own goes there.
  else if (io.isOutputTerminal) io.stdout(foreignText(resultText(result)));
  else io.stdout(line(resultText(result)));
  return isError ? 1 : 0;
}

/** Writes the bytes of an answer, such as an image; its text, where there are none. */
function save(result: JsonObject, out: string, io: CallIo): void {
  const binaries = binariesOf(result);
  const contents =
    binaries.length > 0
      ? binaries.map(({ data }) => Buffer.from(data, "base64"))
      : [Buffer.from(line(resultText(result)))];
  const ending = extname(out);
  const start = out.slice(0, out.length - ending.length);
  contents.forEach((bytes, index) => {
    const name = index === 0 ? out : `${start}-${index + 1}${ending}`;
    try {
      writeFileSync(resolve(io.cwd, name), bytes);
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new UsageError("invalid-option", `--out ${name}: ${reason}`);
    }
    io.stderr(`${name}: ${bytes.length.toLocaleString("en-US")} bytes\n`);
  });
}

/** Prints what a server is, and what it offers. */
export function printOverview(
  overview: Overview,
  { format }: How,
  io: CallIo,
): void {
  if (format === "text") return io.stdout(overviewText(overview));
  const { lists, ...facts } = overview;
  printJson(io, { ...facts, ...Object.fromEntries(lists) });
}
