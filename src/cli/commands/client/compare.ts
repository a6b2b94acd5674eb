import { resolve } from "node:path";
import { keptOnly, onlyMeant } from "../../../contracts/client/index.ts";
import {
  breakingAlone,
  compareSnapshots,
  isDrift,
} from "../../../contracts/compare/index.ts";
import { withoutInstances } from "../../../contracts/snapshot/index.ts";
import type { CallWords } from "../call/request.ts";
import type { ExitCode } from "../exit-code.ts";
import type { CommandIo } from "../io.ts";
import { driftText } from "./check/index.ts";
import type { ClientFlags } from "./flags.ts";
import { printClientRemarks } from "./remarks.ts";
import { keptSnapshot, snapshotOfServer } from "./snapshot.ts";

/** `mcp-gen client <server> --check`: tells what a server lists otherwise than the kept snapshot. */
export async function compareCommand(
  words: CallWords,
  flags: ClientFlags & { readonly out: string },
  io: CommandIo,
): Promise<ExitCode> {
  const { out, format } = flags;
  const folder = resolve(io.cwd, out);
  const kept = await keptSnapshot(folder, out, io);
  const { snapshot, notes } = await snapshotOfServer(words, flags, io);
  const meant = onlyMeant(
    withoutInstances(snapshot),
    flags.only ?? keptOnly(folder),
  );
  const diff = compareSnapshots(kept.snapshot, meant);
  if (format === "text")
    printClientRemarks(io, notes, { notes: [], unknowns: [] });
  const breaking = flags.breaking === true;
  io.stdout(driftText(diff, kept, { format, breaking }));
  return isDrift(breaking ? breakingAlone(diff) : diff) ? 1 : 0;
}
