import { lockPath } from "../config/lock.ts";
import { InputError, UsageError } from "../../base/diagnostics/error.ts";
import { packageVersion } from "../../base/package.ts";
import { emitOutputs, writeOutputsAndLock } from "./emit.ts";
import { find } from "./find.ts";
import type { Found, Search } from "./found.ts";
import { inputsOf, keyOf } from "./inputs.ts";
import {
  newRevisions,
  newsOf,
  type FoundOutput,
  type NewsContext,
} from "./news.ts";
import { isAsked, isStale, lockOf, publishedIds } from "./next-lock.ts";
import { assertAccepted, assertNotEdited } from "./refuse.ts";
import type { News, UpdateOptions, UpdateReport } from "./report.ts";
import { openSources } from "./sources.ts";
import { wantedOf, type Wanted } from "./wanted.ts";

/**
 * Looks up what is wanted where it is published, says what is new, generates, and locks what
 * it has found. Either all of it is written or nothing. Throws a `UsageError`, an `InputError`
 * (also for a released schema that was edited, unless it is accepted) or an `OutputError`.
 */
export async function update(
  options: UpdateOptions = {},
): Promise<UpdateReport> {
  try {
    return await lookUp(options);
  } catch (error) {
    throw options.offline === true ? error : withOffline(error);
  }
}

/** Whom nobody answers, learns that nothing was changed, and how to do without. */
function withOffline(error: unknown): unknown {
  if (!(error instanceof InputError) || error.code !== "unreachable")
    return error;
  const { code, message, hint, diagnostics, cause } = error;
  return new InputError(code, message, {
    ...{ diagnostics, cause },
    hint: `${hint === undefined ? "" : `${hint}; `}nothing was changed, and mcp-gen update --offline does with what is bundled, kept and locked`,
  });
}

async function lookUp(options: UpdateOptions): Promise<UpdateReport> {
  assertOptions(options);
  const wanted = await wantedOf(options);
  const search = searchOf(wanted, options);
  const outputs = await findAll(wanted, search);
  assertAccepted(wanted, options);
  const context = contextOf(wanted, search, options);
  const news = [
    ...(await newsOf(outputs, context)),
    ...(await unwantedNews(wanted, outputs, context)),
  ];
  options.show?.(news);
  const published = await publishedIds(wanted, outputs, search);
  const before = lockOf(wanted, published, outputs, []);
  const looked = {
    news,
    stale: news.length > 0 || isStale(wanted, before),
    notes: notesOf(wanted, outputs, options),
  };
  if (options.check === true)
    return {
      ...looked,
      ...{
        outputs: [],
        lock: before,
        kept: [],
        written: false,
        diagnostics: [],
      },
    };
  assertNotEdited(news);
  const emissions = await emitOutputs(wanted, before, outputs, options);
  const lock = lockOf(wanted, published, outputs, emissions);
  return {
    ...looked,
    ...(await writeOutputsAndLock(wanted, lock, outputs, emissions, options)),
  };
}

/** A caller in JavaScript has no compiler; on the command line two options may not go together. */
function assertOptions({ offline, from }: UpdateOptions): void {
  if (offline === true && from !== undefined)
    throw new UsageError(
      "invalid-option",
      `Nothing is looked up in ${from} without a network`,
      { hint: "leave out either --offline or --from" },
    );
}

function searchOf(
  { folder, lock, only }: Wanted,
  options: UpdateOptions,
): Search {
  return {
    folder,
    env: options.env ?? {},
    ...(lock !== undefined && { lock }),
    ...(only !== undefined && { only }),
    ...(options.offline !== true && { sources: openSources(folder, options) }),
  };
}

/** Finds each input once, however many outputs want it. */
async function findAll(
  { outputs, folder, from }: Wanted,
  search: Search,
): Promise<FoundOutput[]> {
  const all = new Map<string, Promise<Found>>();
  return Promise.all(
    outputs.map(async (output) => {
      const inputs = inputsOf(folder, from, output);
      const found = inputs.map((input) => {
        const key = keyOf(input);
        const one = all.get(key) ?? find(input, search);
        all.set(key, one);
        return one;
      });
      return { output, found: await Promise.all(found) };
    }),
  );
}

function contextOf(
  { config, from }: Wanted,
  search: Search,
  { accept = [] }: UpdateOptions,
): NewsContext {
  return {
    ...search,
    ...{ accept, from, isConfig: config !== undefined },
    wish: config?.name ?? lockPath,
  };
}

async function unwantedNews(
  { from }: Wanted,
  outputs: readonly FoundOutput[],
  context: NewsContext,
): Promise<News[]> {
  const { sources } = context;
  if (sources === undefined || !isAsked(from, outputs)) return [];
  return newRevisions(await sources.open(from), outputs, context);
}

function notesOf(
  { lock }: Wanted,
  outputs: readonly FoundOutput[],
  { offline }: UpdateOptions,
): string[] {
  const now = packageVersion();
  const found = outputs.flatMap((one) => one.found);
  return [
    ...(offline === true
      ? [
          "Without a network: nothing was looked up, what is bundled, kept and locked is taken.",
        ]
      : []),
    ...new Set(found.flatMap(({ note }) => note ?? [])),
    ...(lock?.outputs ?? [])
      .filter(({ generator }) => generator !== now)
      .map(
        ({ out, generator }) =>
          `${out} was generated by mcp-gen ${generator}, and this is ${now}.`,
      ),
  ];
}
