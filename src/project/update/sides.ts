import { resolve } from "node:path";
import { keptPath, readKept } from "../config/kept.ts";
import { isPublishedInput } from "../config/locked-input.ts";
import type { LockedInput } from "../config/lock.ts";
import { GeneratorError } from "../../base/diagnostics/error.ts";
import { hasComments } from "../../compat/protocol-diff/comments.ts";
import { diff } from "../../compat/protocol-diff/index.ts";
import { extendProtocols } from "../api/extensions/extend.ts";
import type { ExtensionInput } from "../api/options.ts";
import { parse } from "../api/parse.ts";
import type { Protocol } from "../../schema/model/index.ts";
import { readFacts } from "../../schema/overrides/overrides-file.ts";
import { load } from "../../revisions/load.ts";
import { isBundled } from "./bundled.ts";
import type { Found, Search } from "./found.ts";
import { unifiedDiff } from "./patch.ts";
import type { News } from "./report.ts";

/** A schema at one state: its bytes, or what the package has of it. */
interface State {
  readonly input: LockedInput;
  readonly bytes?: Uint8Array | undefined;
}

/** How schemas are read to be compared. */
export interface Comparing extends Search {
  /** The file of facts that are added, from the folder of the lock. */
  readonly facts?: string | undefined;
  /** The revision that an extension is shown in. */
  readonly core?: () => Promise<Protocol | undefined>;
}

/** What a comparison says, in the terms of news. */
export type Compared = Pick<News, "diff" | "uncommented" | "patch" | "without">;

/** Compares what was found with what was known of it. */
export async function compareFound(
  { input, base, bytes, kind }: Found,
  comparing: Comparing,
): Promise<Compared> {
  if (base === undefined) return {};
  // A file of the project: what it was, nobody has kept.
  if (input.source === undefined && input.url === undefined) return {};
  return explained(async () => {
    const before = await earlier(base, kind === "edited", comparing);
    if (before === undefined)
      return { without: "what was there before can no longer be read" };
    const path = keptPath(input);
    return {
      ...(await compare(before, { input, bytes }, comparing)),
      ...(kind === "edited" &&
        before.bytes !== undefined &&
        bytes !== undefined && {
          patch: await unifiedDiff(path, before.bytes, bytes),
        }),
    };
  });
}

/** Compares a revision that is new with an earlier one. */
export async function compareNew(
  earlierId: string,
  found: State,
  comparing: Comparing,
): Promise<Compared> {
  return explained(async () =>
    compared(await load(earlierId), await protocolOf(found, comparing)),
  );
}

/** What cannot be read has no diff, and is still news. */
async function explained(action: () => Promise<Compared>): Promise<Compared> {
  try {
    return await action();
  } catch (error) {
    if (!(error instanceof GeneratorError)) throw error;
    return { without: `it cannot be compared: ${error.message}` };
  }
}

async function compare(
  before: State,
  after: State,
  comparing: Comparing,
): Promise<Compared> {
  if (after.input.kind === "extension") {
    const core = await comparing.core?.();
    if (core === undefined) return {};
    return compared(await extended(core, before), await extended(core, after));
  }
  return compared(
    await protocolOf(before, comparing),
    await protocolOf(after, comparing),
  );
}

function compared(before: Protocol, after: Protocol): Compared {
  const uncommented = [before, after]
    .filter((side) => !hasComments(side))
    .map(({ revision }) => revision);
  return {
    diff: diff(before, after),
    ...(uncommented.length > 0 && { uncommented: [...new Set(uncommented)] }),
  };
}

/**
 * What an input was: as it is kept, as the package has it, or as it was published. The package
 * has no comments, so what was released is read where it was published, if it can be.
 */
async function earlier(
  input: LockedInput,
  withComments: boolean,
  { folder, sources }: Search,
): Promise<State | undefined> {
  const kept = readKept(folder, input);
  if (kept?.isLocked === true) return { input, bytes: kept.bytes };
  if (isBundled(input) && !withComments) return { input };
  const { source, commit, path = "", sha256 } = input;
  if (sources !== undefined && source !== undefined && commit !== undefined) {
    try {
      const file = await (await sources.open(source, commit)).read([path]);
      if (file.sha256 === sha256) return { input, bytes: file.bytes };
    } catch (error) {
      if (!(error instanceof GeneratorError)) throw error;
    }
  }
  return isBundled(input) ? { input } : undefined;
}

/** The protocol of a revision at a state. */
export async function protocolOf(
  { input, bytes }: State,
  { folder, facts }: Comparing,
): Promise<Protocol> {
  const { id = "" } = input;
  if (bytes === undefined) return load(id);
  const { protocol } = await parse(
    {
      ...{ text: bytes, file: keptPath(input), revision: id },
      published: isPublishedInput(input),
    },
    facts === undefined ? {} : { facts: readFacts(resolve(folder, facts)) },
  );
  return protocol;
}

async function extended(core: Protocol, state: State): Promise<Protocol> {
  const { extended: all } = await extendProtocols(
    [core],
    [extensionOf(state)],
    {},
    "note",
  );
  return all[0]?.protocol ?? core;
}

function extensionOf({ input, bytes }: State): ExtensionInput {
  const { id = "", revision = "" } = input;
  if (bytes === undefined) return { extension: id };
  return {
    ...{ extension: id, revision, text: bytes, file: keptPath(input) },
    // What its schema cannot say, the package goes on to know.
    bundledFacts: true,
  };
}
