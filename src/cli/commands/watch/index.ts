import { existsSync } from "node:fs";
import { relative } from "node:path";
import { UsageError } from "../../../base/diagnostics/error.ts";
import { escapeControls } from "../../../base/diagnostics/escape.ts";
import { watch } from "../../../project/watch/watch.ts";
import type { ExitCode } from "../exit-code.ts";
import type { GenerateFlags } from "../flags.ts";
import type { CommandIo } from "../io.ts";
import { reporting } from "../report.ts";
import { ofProject, watchPlan } from "./plan.ts";
import { jsonPrinter, textPrinter } from "./print.ts";

/** `mcp-gen watch`: generates, and again whenever a file changes that was read for it. */
export async function watchCommand(
  revisions: readonly string[],
  flags: GenerateFlags,
  io: CommandIo,
): Promise<ExitCode> {
  return reporting(io, flags.format, async () => {
    const plan = watchPlan(revisions, flags, io);
    const print = flags.format === "json" ? jsonPrinter(io) : textPrinter(io);
    const signal = io.interruption?.() ?? new AbortController().signal;
    let isFirst = true;
    await watch({
      ...plan,
      signal,
      turned(turn) {
        const isUsage =
          turn.kind === "failed" && turn.error instanceof UsageError;
        // Arguments are not mended by a change of a file.
        if (isFirst && isUsage && !ofProject(flags, io)) throw turn.error;
        isFirst = false;
        print(turn);
      },
      watching: (files) => tellWatched(files, io),
    });
    return 0;
  });
}

/** How many files are named, of those that are watched. */
const named = 5;

function tellWatched(files: readonly string[], io: CommandIo): void {
  // Also what is not there is watched: it may be what is wrong, or not be needed.
  const present = files.filter((path) => existsSync(path));
  const told = present.length > 0 ? present : files;
  const names = told.map((path) => escapeControls(relative(io.cwd, path)));
  const more = names.length - named;
  const text = names.slice(0, named).join(", ");
  io.stderr(`Watching ${text}${more > 0 ? ` and ${more} more` : ""}\n`);
}
