import { resolve } from "node:path";
import { GeneratorError } from "../../../base/diagnostics/error.ts";
import {
  update,
  type News,
  type UpdateOptions,
  type UpdateReport,
} from "../../../project/update/index.ts";
import type { ExitCode } from "../exit-code.ts";
import { progress, type CommandIo } from "../io.ts";
import {
  jsonError,
  printDiagnostics,
  printJsonReport,
  reporting,
} from "../report.ts";
import { outputConfig, type UpdateFlags } from "./flags.ts";
import { errorAsGithub, newsAsGithub, tellWorkflow } from "./github.ts";
import type { JsonUpdateReport } from "./json.ts";
import { newsAsText, outcomeAsText } from "./text.ts";

/** `mcp-gen update`: takes what is new, where it is published. */
export async function updateCommand(
  revisions: readonly string[],
  flags: UpdateFlags,
  io: CommandIo,
): Promise<ExitCode> {
  const { format } = flags;
  return reporting(io, format === "json" ? "json" : "text", async () => {
    let shown: readonly News[] = [];
    const env = io.env ?? {};
    const folder = resolve(
      io.cwd,
      flags.config ?? "",
      flags.config === undefined ? "" : "..",
    );
    const show = (news: readonly News[]): void => {
      shown = news;
      if (format === "text") io.stdout(newsAsText(news));
      if (format === "github") io.stdout(newsAsGithub(news, folder, env));
    };
    const signal = io.interruption?.();
    try {
      const options = optionsOf(revisions, flags, io);
      const report = await update({
        ...options,
        show,
        ...(signal !== undefined && { signal }),
      });
      return finish(report, flags, io);
    } catch (error) {
      if (signal?.aborted === true && error === signal.reason) {
        io.stderr("Interrupted: nothing was changed.\n");
        return 130;
      }
      if (!(error instanceof GeneratorError)) throw error;
      if (format === "github") io.stdout(errorAsGithub(error));
      if (format !== "json") throw error;
      printJsonReport(io, { ...jsonError(error), news: shown });
      return 2;
    }
  });
}

function optionsOf(
  revisions: readonly string[],
  flags: UpdateFlags,
  io: CommandIo,
): UpdateOptions {
  const { out, config, from, accept, check, dryRun, offline, force } = flags;
  const { allowOutside } = flags;
  return {
    ...{ cwd: io.cwd, env: io.env ?? {}, revisions, accept },
    ...outputConfig(flags),
    ...(out !== undefined && { out }),
    ...(config !== undefined && { config }),
    ...(from !== undefined && { from }),
    ...{ check: check === true, dryRun: dryRun === true },
    ...{ offline: offline === true, force: force === true },
    allowOutside: allowOutside === true,
    progress: (what) => progress(io, what),
  };
}

function finish(
  report: UpdateReport,
  flags: UpdateFlags,
  io: CommandIo,
): ExitCode {
  const { format, check = false, dryRun = false } = flags;
  const isLooking = check || dryRun;
  const isChanged = isLooking ? report.stale : report.written;
  if (format === "json") printJsonReport(io, jsonReport(report, isLooking));
  else {
    printDiagnostics(io, report.diagnostics);
    io.stdout(outcomeAsText(report, { check, dryRun }));
  }
  if (format === "github") tellWorkflow(report, isChanged, io.env ?? {});
  return check && report.stale ? 1 : 0;
}

function jsonReport(
  { outputs, ...report }: UpdateReport,
  isLooking: boolean,
): JsonUpdateReport {
  const status = isLooking ? (report.stale ? "news" : "fresh") : "done";
  return {
    status,
    ...report,
    outputs: outputs.map(({ files, ...output }) => ({
      ...output,
      files: files.map(({ path, status: state }) => ({ path, status: state })),
    })),
  };
}
