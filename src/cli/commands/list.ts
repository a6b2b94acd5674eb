import { list, type RevisionInfo } from "../../project/api/list.ts";
import type { Format } from "./flags.ts";
import type { ExitCode } from "./exit-code.ts";
import type { CommandIo } from "./io.ts";
import { printJsonReport, reporting } from "./report.ts";
import { table } from "./table.ts";

/** `mcp-gen list`: the bundled revisions. */
export async function listCommand(
  flags: { format: Format },
  io: CommandIo,
): Promise<ExitCode> {
  return reporting(io, flags.format, async () => {
    const revisions = await list();
    if (flags.format === "json") printJsonReport(io, revisions);
    else io.stdout(table([heads, ...revisions.map(row)]));
    return 0;
  });
}

const heads = [
  ...["revision", "lifecycle", "declarations", "requests", "notifications"],
  ...["commit", "sha256", ""],
];

function row(revision: RevisionInfo): string[] {
  const { id, lifecycle, source, aliasOf } = revision;
  return [
    id,
    lifecycle,
    String(revision.declarations),
    String(revision.requests),
    String(revision.notifications),
    source.commit.slice(0, 12),
    source.sha256.slice(0, 12),
    aliasOf === undefined ? "" : `same as ${aliasOf}`,
  ];
}
