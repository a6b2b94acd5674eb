import { isReleased, type LockedInput } from "../config/lock.ts";
import type { Lock } from "../config/lock.ts";
import type { OutputConfig } from "../config/config.ts";
import type { Protocol } from "../../schema/model/index.ts";
import { byCodeUnit } from "../../base/order.ts";
import { bundledRevisions } from "../../revisions/revisions.ts";
import type { Found, Search } from "./found.ts";
import { keyOf } from "./inputs.ts";
import type { News, SchemaState } from "./report.ts";
import {
  compareFound,
  compareNew,
  protocolOf,
  type Comparing,
} from "./sides.ts";
import { isNotPublished, type Source } from "./sources.ts";

/** An output, and what was found of its inputs. */
export interface FoundOutput {
  readonly output: OutputConfig;
  readonly found: readonly Found[];
}

/** What news are told with. */
export interface NewsContext extends Search {
  /** Where revisions are looked for, as the lock has it. */
  readonly from: string;
  /** What says what is wanted: the configuration, or the lock. */
  readonly wish: string;
  /** Whether that is a configuration. */
  readonly isConfig: boolean;
  readonly accept: readonly string[];
}

/** What is not as the lock has it, of what is wanted, in the order of the outputs. */
export async function newsOf(
  outputs: readonly FoundOutput[],
  context: NewsContext,
): Promise<News[]> {
  const seen = new Set<string>();
  const news: News[] = [];
  for (const { output, found } of outputs)
    for (const one of found) {
      const key = keyOf(one.wanted);
      if (one.kind === undefined || seen.has(key)) continue;
      seen.add(key);
      news.push(await newsOfOne(one, { output, found }, context));
    }
  return [...news, ...droppedNews(outputs, context)];
}

async function newsOfOne(
  found: Found,
  { output, found: all }: FoundOutput,
  context: NewsContext,
): Promise<News> {
  const { input, base, kind = "taken", url } = found;
  const { id = input.path ?? "", revision, source } = input;
  const isAccepted = kind === "edited" && isNamed(input, context.accept);
  const comparing: Comparing = {
    ...context,
    facts: output.facts,
    core: () => coreOf(all, context),
  };
  const isOther = base !== undefined && base.sha256 !== input.sha256;
  return {
    ...{ kind, subject: input.kind, id },
    ...(revision !== undefined && { revision }),
    ...(source !== undefined && { source }),
    ...(isOther && { from: stateOf(base) }),
    to: stateOf(input, url),
    ...(isAccepted && { accepted: true as const }),
    ...(isOther && (await compareFound(found, comparing))),
    ...howOf(found, context, isAccepted),
  };
}

/** Whether someone has named this very input. */
export function isNamed(
  { id = "" }: LockedInput,
  names: readonly string[],
): boolean {
  return names.some((name) => name === id || id.endsWith(`/${name}`));
}

function stateOf({ commit, sha256 }: LockedInput, url?: string): SchemaState {
  return {
    ...(commit !== undefined && { commit }),
    sha256,
    ...(url !== undefined && { url }),
  };
}

function howOf(
  { kind, input }: Found,
  { wish }: NewsContext,
  isAccepted: boolean,
): Pick<News, "how"> {
  const { id = "" } = input;
  if (kind === "edited" && !isAccepted)
    return { how: `take it as it is now: mcp-gen update --accept ${id}` };
  if (kind === "gone")
    return {
      how: `it stays as it is locked; take it out of ${wish} if it is no longer wanted`,
    };
  return {};
}

/** What the lock has and nothing asks for. */
function droppedNews(
  outputs: readonly FoundOutput[],
  { lock }: NewsContext,
): News[] {
  const wanted = outputs.flatMap(({ found }) =>
    found.map(({ input }) => input),
  );
  const dropped = (lock?.outputs ?? [])
    .flatMap(({ inputs }) => inputs)
    .filter((one) => !wanted.some((other) => isSameInput(one, other)));
  const unique = new Map(
    dropped.map((one) => [
      `${one.kind} ${one.id ?? one.path} ${one.revision}`,
      one,
    ]),
  );
  return [...unique.values()].map((one): News => ({
    ...{ kind: "dropped", subject: one.kind, id: one.id ?? one.path ?? "" },
    ...(one.revision !== undefined && { revision: one.revision }),
    ...(one.source !== undefined && { source: one.source }),
    from: stateOf(one),
  }));
}

function isSameInput(one: LockedInput, other: LockedInput): boolean {
  if (one.kind !== other.kind || one.id !== other.id) return false;
  if (one.revision !== other.revision) return false;
  return one.kind !== "facts" || one.path === other.path;
}

/** The newest revision that an extension of the same output can be shown in. */
async function coreOf(
  all: readonly Found[],
  search: Search,
): Promise<Protocol | undefined> {
  const revisions = all
    .filter(({ input }) => input.kind === "revision" && isReadable(input))
    .sort((a, b) => byCodeUnit(a.input.id ?? "", b.input.id ?? ""));
  const newest = revisions.at(-1);
  return newest === undefined ? undefined : protocolOf(newest, search);
}

function isReadable({ source, url }: LockedInput): boolean {
  return source !== undefined || url !== undefined;
}

// As many as someone reads; who is further behind updates mcp-gen.
const mostNew = 5;

/** What is released in a source, is not asked for, and was not seen before. */
export async function newRevisions(
  source: Source,
  outputs: readonly FoundOutput[],
  context: NewsContext,
): Promise<News[]> {
  const listed = await source.list();
  if (listed === undefined) return [];
  const wanted = outputs.flatMap(({ found }) =>
    found.flatMap(({ input }) =>
      input.kind === "revision" && input.id !== undefined ? [input.id] : [],
    ),
  );
  const released = listed.filter(({ id }) => isReleased(id));
  const unseen = released.filter(
    ({ id }) => !wanted.includes(id) && isUnseen(id, wanted, context.lock),
  );
  const news: News[] = [];
  for (const { id, path } of unseen.slice(-mostNew)) {
    const one = await newRevision(source, { id, path }, context).catch(
      (error: unknown) => {
        if (isNotPublished(error)) return undefined;
        throw error;
      },
    );
    if (one !== undefined) news.push(one);
  }
  return news;
}

function howToTake(id: string, { isConfig, wish, lock }: NewsContext): string {
  if (isConfig) return `add it to the revisions in ${wish}`;
  const [first, second] = lock?.outputs ?? [];
  const out = second === undefined ? "" : ` --out ${first?.out ?? ""}`;
  return `take it: mcp-gen update ${id}${out}`;
}

/** Newer than all that is wanted, or known to nobody here. */
function isUnseen(
  id: string,
  wanted: readonly string[],
  lock: Lock | undefined,
): boolean {
  if (lock?.published?.includes(id) === true) return false;
  const newest = wanted.filter(isReleased).sort(byCodeUnit).at(-1);
  const isNewer = newest !== undefined && id > newest;
  return isNewer || bundledRevisions().every((one) => one.id !== id);
}

async function newRevision(
  source: Source,
  { id, path }: { id: string; path: string },
  context: NewsContext,
): Promise<News> {
  const file = await source.read([path]);
  const { commit = source.commit } = file;
  const { from: name } = context;
  const input: LockedInput = {
    ...{ kind: "revision", id, source: name, path, sha256: file.sha256 },
    ...(commit !== undefined && { commit }),
  };
  const before = bundledRevisions()
    .map((one) => one.id)
    .filter((one) => isReleased(one) && one < id)
    .at(-1);
  return {
    ...{ kind: "new", subject: "revision", id, source: name },
    to: stateOf(input, file.url),
    ...(before !== undefined &&
      (await compareNew(before, { input, bytes: file.bytes }, context))),
    how: howToTake(id, context),
  };
}
