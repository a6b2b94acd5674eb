import { resolve } from "node:path";
import { UsageError } from "../../../base/diagnostics/error.ts";
import { escapeLines } from "../../../base/diagnostics/escape.ts";
import { suggest } from "../../../base/diagnostics/nearest.ts";
import {
  diff,
  filterChanges,
  type DiffFilter,
} from "../../../compat/protocol-diff/index.ts";
import type { Protocol } from "../../../schema/model/index.ts";
import { readFacts } from "../../../schema/overrides/overrides-file.ts";
import type { DiffFlags, DiffFormat } from "./flags.ts";
import { extensionInputs } from "../extension-flags.ts";
import { assertStdinOnce } from "../flags.ts";
import { extendSides } from "./extensions.ts";
import { withSharedFacts } from "./facts.ts";
import { diffAsGithub } from "./github.ts";
import { diffAsMarkdown } from "./markdown.ts";
import { diffReport, type DiffReport } from "./report.ts";
import { assertOneStdin, readSide } from "./source.ts";
import { diffAsText } from "./text.ts";
import type { ExitCode } from "../exit-code.ts";
import type { CommandIo } from "../io.ts";
import { printDiagnostics, reporting } from "../report.ts";

/** `mcp-gen diff`: what changed between two revisions, and what it does on the wire. */
export async function diffCommand(
  sources: readonly [string, string],
  flags: DiffFlags,
  io: CommandIo,
): Promise<ExitCode> {
  const errors = flags.format === "json" ? "json" : "text";
  return reporting(io, errors, async () => {
    assertOneStdin(sources);
    const sides = await readSides(sources, flags, io);
    assertNames(flags, sides);
    const all = diff(...sides);
    const found = filterChanges(all, filterOf(flags), sides);
    const report = diffReport(found, all.changes.length, sides);
    io.stdout(escapeLines(render(report, flags.format)));
    return flags.exitCode && found.changes.length > 0 ? 1 : 0;
  });
}

async function readSides(
  [a, b]: readonly [string, string],
  flags: DiffFlags,
  io: CommandIo,
): Promise<[Protocol, Protocol]> {
  const { revision, facts: file } = flags;
  assertStdinOnce([a, b], flags);
  const facts =
    file === undefined ? undefined : readFacts(resolve(io.cwd, file));
  const ids = [...revision];
  const before = await readSide(a, { ids, facts }, io);
  const after = await readSide(b, { ids, facts }, io);
  if (ids.length > 0)
    throw new UsageError(
      "unpaired-schema",
      `No schema.ts is left for --revision ${ids.join(", ")}`,
    );
  if (file !== undefined && !before.isSchema && !after.isSchema)
    throw new UsageError("invalid-option", "There is no schema.ts for --facts");
  const sides = await withSharedFacts([before, after], facts);
  const [{ protocol: old }, { protocol: now }] = sides;
  const inputs = await extensionInputs(flags, io);
  const extended = await extendSides([old, now], inputs);
  printDiagnostics(io, [
    ...sides.flatMap(({ diagnostics }) => diagnostics),
    ...extended.diagnostics,
  ]);
  return extended.sides;
}

function filterOf({ category, type, method, breaking }: DiffFlags): DiffFilter {
  return {
    breaking: breaking === true,
    ...(category !== undefined && { categories: category }),
    ...(type.length > 0 && { names: type }),
    ...(method.length > 0 && { methods: method }),
  };
}

/** A name that neither revision has is a mistake, and no empty diff. */
function assertNames(
  { type, method }: DiffFlags,
  sides: readonly Protocol[],
): void {
  const methods = sides.flatMap(({ requests, notifications }) =>
    [...requests, ...notifications].map((one) => one.method),
  );
  const names = sides.flatMap(({ declarations, errors, features }) => [
    ...[...declarations, ...errors].map(({ name }) => name),
    ...features,
  ]);
  assertKnown("type", type, { type: names, method: methods });
  assertKnown("method", method, { type: names, method: methods });
}

type Named = "type" | "method";

function assertKnown(
  what: Named,
  names: readonly string[],
  known: Record<Named, readonly string[]>,
): void {
  const unknown = names.find((name) => !known[what].includes(name));
  if (unknown === undefined) return;
  const other = what === "type" ? "method" : "type";
  const hint = known[other].includes(unknown)
    ? `there is a ${other} of that name: --${other} ${unknown}`
    : suggest(unknown, known[what]);
  throw new UsageError(
    "unknown-subject",
    `Neither revision has a ${what} "${unknown}"`,
    { hint },
  );
}

function render(report: DiffReport, format: DiffFormat): string {
  switch (format) {
    case "text":
      return diffAsText(report);
    case "markdown":
      return diffAsMarkdown(report);
    case "github":
      return diffAsGithub(report);
    case "json":
      return `${JSON.stringify(report.found, null, 2)}\n`;
    default:
      return format satisfies never;
  }
}
