import { existsSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { snapshotPath } from "../../../contracts/client/index.ts";
import {
  readSnapshot,
  snapshotOf,
  type Snapshot,
  type TakenSnapshot,
} from "../../../contracts/snapshot/index.ts";
import { UsageError } from "../../../base/diagnostics/error.ts";
import { callRequest, type CallWords } from "../call/request.ts";
import type { CommandIo } from "../io.ts";
import { readText } from "../described/read-text.ts";
import type { SnapshotFile } from "./check/index.ts";
import type { ClientFlags } from "./flags.ts";

/** A snapshot that the folder of a client holds. */
export interface FolderSnapshot extends SnapshotFile {
  readonly snapshot: Snapshot;
}

/** The snapshot in the folder of a client. Throws a UsageError where there is none. */
export async function keptSnapshot(
  folder: string,
  shown: string,
  io: CommandIo,
): Promise<FolderSnapshot> {
  const file = join(shown, snapshotPath);
  const path = join(folder, snapshotPath);
  if (!existsSync(path))
    throw new UsageError("nothing-to-do", `There is no ${file}`, {
      hint: `name the server: mcp-gen client <server> --out ${shown}`,
    });
  const text = await readText(path, file, io);
  return { snapshot: readSnapshot(text, file), text, file };
}

/**
 * What a server lists now, or what a snapshot says that it lists. Throws a UsageError, an
 * InputError, or a ListingError where the server gives no list.
 */
export async function snapshotOfServer(
  words: CallWords,
  flags: ClientFlags,
  io: CommandIo,
): Promise<TakenSnapshot> {
  const [word, ...more] = words.words;
  if (more.length > 0 || (word !== undefined && words.command !== undefined))
    throw new UsageError(
      "invalid-option",
      "There are more words than a server",
      {
        hint: 'a command line is one word, or stands behind --: mcp-gen client "node server.js" --out src/weather',
      },
    );
  if (word !== undefined && isSnapshot(resolve(io.cwd, word)))
    return {
      snapshot: readSnapshot(await readText(word, word, io), word),
      notes: [],
    };
  const { cwd } = io;
  const env = io.env ?? {};
  const asking = {
    arg: [],
    text: [],
    answer: [],
    root: [],
    format: "text",
  } as const;
  const request = callRequest(words, { ...flags, ...asking }, { cwd, env });
  // A server that is not there is not asked for.
  const { listServer } = await import("../../call/index.ts");
  return snapshotOf(
    await listServer(request, {
      ...io,
      env,
      isOutputTerminal: io.isOutputTerminal ?? false,
    }),
  );
}

/** A program has another name. */
function isSnapshot(path: string): boolean {
  return (
    path.endsWith(".json") &&
    statSync(path, { throwIfNoEntry: false })?.isFile() === true
  );
}
