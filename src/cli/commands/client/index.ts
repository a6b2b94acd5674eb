import { join, resolve } from "node:path";
import { ListingError } from "../../call/listing-error.ts";
import {
  checkClient,
  generateClient,
  type CheckClientReport,
  type ClientReport,
  type GenerateClientOptions,
  type GenerateClientReport,
} from "../../../contracts/client/index.ts";
import type { Snapshot } from "../../../contracts/snapshot/index.ts";
import { UsageError } from "../../../base/diagnostics/error.ts";
import {
  escapeControls,
  escapeLines,
} from "../../../base/diagnostics/escape.ts";
import type { CallWords } from "../call/request.ts";
import type { ExitCode } from "../exit-code.ts";
import { printOutcome, progress, type CommandIo } from "../io.ts";
import { printJsonReport, reporting } from "../report.ts";
import { counted } from "../table.ts";
import { compareCommand } from "./compare.ts";
import { printClientRemarks } from "./remarks.ts";
import type { ClientFlags } from "./flags.ts";
import { keptSnapshot, snapshotOfServer } from "./snapshot.ts";

/** What `client --format json` prints. */
export interface JsonClientReport extends Omit<ClientReport, "unknowns"> {
  /** `drift` with `--check` where the folder is not what its snapshot gives. */
  status: "done" | "fresh" | "drift";
  /** The folder. */
  out: string;
  /** What the server listed and no snapshot can hold: a line each. */
  leftOut: readonly string[];
  /** Where a type is `unknown`. */
  unknowns: ClientReport["unknowns"];
  /** The files, without what is in them. */
  files: { path: string; status: string; diff?: string }[];
}

/** `mcp-gen client`: writes a typed client of a server, or tells what differs. */
export async function clientCommand(
  words: CallWords,
  flags: ClientFlags,
  io: CommandIo,
): Promise<ExitCode> {
  const format = flags.format === "json" ? "json" : "text";
  return reporting<ExitCode>(io, format, async () => {
    try {
      return await run(words, flags, io);
    } catch (error) {
      if (!(error instanceof ListingError)) throw error;
      // Who gives no list is not what was asked for wrongly.
      await reporting(io, format, () => Promise.reject(error));
      return error.exitCode;
    }
  });
}

async function run(
  words: CallWords,
  flags: ClientFlags,
  io: CommandIo,
): Promise<ExitCode> {
  const { out } = flags;
  if (out === undefined || out === "")
    throw new UsageError("nothing-to-do", "No folder is named", {
      hint: "name the folder of the client: --out src/weather",
    });
  const isNamed = words.words.length > 0 || words.command !== undefined;
  if (flags.check === true && isNamed)
    return compareCommand(words, { ...flags, out }, io);
  assertForCheck(flags);
  const folder = resolve(io.cwd, out);
  const taken = isNamed
    ? await snapshotOfServer(words, flags, io)
    : { ...(await keptSnapshot(folder, out, io)), notes: [] };
  const planned: Run = {
    options: optionsOf(flags, folder, taken.snapshot),
    shown: out,
    leftOut: taken.notes,
  };
  return flags.check === true
    ? check(planned, flags, io)
    : write(planned, flags, io);
}

/** What says how changes of a server are told says nothing without one. */
function assertForCheck({ format, breaking, check }: ClientFlags): void {
  const option =
    breaking === true
      ? "--breaking"
      : format === "markdown" || format === "github"
        ? `--format ${format}`
        : undefined;
  if (option === undefined) return;
  const missing = check === true ? "a server" : "--check and a server";
  throw new UsageError("invalid-option", `${option} needs ${missing}`, {
    hint: "mcp-gen client <server> --check tells what it lists otherwise",
  });
}

interface Run {
  readonly options: GenerateClientOptions & { readonly out: string };
  /** The folder as it was named. */
  readonly shown: string;
  readonly leftOut: readonly string[];
}

function optionsOf(
  flags: ClientFlags,
  out: string,
  snapshot: Snapshot,
): Run["options"] {
  const { name, emit, only, guards, runtime, importExtension, force } = flags;
  return {
    ...{ out, snapshot, name, emit, only, runtime, importExtension },
    ...{ force: force === true },
    ...(guards !== undefined && { guards: guards === "on" }),
    ...(!flags.docs && { docs: false }),
  };
}

async function write(
  { options, shown, leftOut }: Run,
  { format }: ClientFlags,
  io: CommandIo,
): Promise<ExitCode> {
  const report = await generateClient(options);
  if (format === "json") {
    printReport("done", { ...report, out: shown, leftOut }, io);
    return 0;
  }
  printClientRemarks(io, leftOut, report);
  printOutcome(io, describe(report, escapeControls(shown)));
  return 0;
}

function describe(report: GenerateClientReport, shown: string): string {
  const { files, counts, connect } = report;
  const isSame = files.every(({ status }) => status === "unchanged");
  const listed = [
    counted(counts.tools, "tool"),
    counted(counts.prompts, "prompt"),
    counted(counts.resourceTemplates, "resource template"),
  ].join(", ");
  if (isSame) return `${shown} is up to date: ${listed}`;
  const lines = [
    `Wrote ${counted(files.length, "file")} to ${shown}: ${listed}`,
  ];
  if (connect !== undefined)
    lines.push(`  import { ${connect} } from "./${shown}/index.js";`);
  return lines.join("\n");
}

async function check(
  { options, shown, leftOut }: Run,
  { format }: ClientFlags,
  io: CommandIo,
): Promise<ExitCode> {
  const report = await checkClient(options);
  const status = report.fresh ? "fresh" : "drift";
  if (format === "json")
    printReport(status, { ...report, out: shown, leftOut }, io);
  else printCheck(report, shown, io);
  return report.fresh ? 0 : 1;
}

function printCheck(
  { fresh, files, interrupted }: CheckClientReport,
  shown: string,
  io: CommandIo,
): void {
  const name = escapeControls(shown);
  if (fresh) return progress(io, `${name} is up to date`);
  for (const { path, status, diff = "" } of files) {
    if (status === "unchanged") continue;
    const label = status === "blocked" ? "in the way of" : status;
    io.stdout(`${label} ${escapeControls(join(shown, path))}\n`);
    io.stdout(escapeLines(diff));
  }
  if (interrupted) io.stderr("An earlier run was interrupted.\n");
  const isEdited = files.some(({ status }) => status === "edited");
  const advice = isEdited
    ? `keep what was edited elsewhere, and run mcp-gen client --out ${name} --force`
    : `run mcp-gen client --out ${name}`;
  io.stderr(`${name} is not what its snapshot gives: ${advice}\n`);
}

function printReport(
  status: JsonClientReport["status"],
  report: Omit<JsonClientReport, "status" | "files"> & {
    readonly files: readonly { path: string; status: string; diff?: string }[];
  },
  io: CommandIo,
): void {
  const { out, connect, runtime, counts, notes, leftOut, unknowns } = report;
  const json: JsonClientReport = {
    ...{ status, out, connect, runtime, counts, notes, leftOut, unknowns },
    files: report.files.map(({ path, status, diff }) => ({
      ...{ path, status },
      ...(diff !== undefined && { diff }),
    })),
  };
  printJsonReport(io, json);
}
