import type { Protocol } from "../../schema/model/index.ts";
import { changeKinds } from "./change/categories.ts";
import type {
  Change,
  ChangeKind,
  ProtocolDiff,
  Subject,
} from "./change/change.ts";
import type { MessageMethod } from "./methods/pair.ts";
import { createReach } from "./reach/reach.ts";
import { messageNames, resultNames } from "./reach/senders.ts";
import { summarize } from "./change/summary.ts";

/** Which changes to keep; each part that asks for something must fit. */
export interface DiffFilter {
  /**
   * Kinds and subjects: `removed` and `field` are the fields that were removed.
   *
   * @default all
   */
  categories?: readonly (ChangeKind | Subject)[];
  /**
   * Names of types, constants and errors.
   *
   * @default all
   */
  names?: readonly string[];
  /**
   * Methods, with every type that their params and results lead to.
   *
   * @default all
   */
  methods?: readonly string[];
  /**
   * Whether to keep only what breaks somebody.
   *
   * @default false
   */
  breaking?: boolean;
}

/** The diff of two protocols with those changes alone that fit, counted anew. */
export function filterChanges(
  diff: ProtocolDiff,
  { categories = [], names = [], methods = [], breaking = false }: DiffFilter,
  [before, after]: readonly [Protocol, Protocol],
): ProtocolDiff {
  const reached = new Set(
    [before, after].flatMap((protocol) => [...reachedBy(methods, protocol)]),
  );
  const changes = diff.changes.filter(
    (change) =>
      fitsCategory(change, categories) &&
      (names.length === 0 ||
        namesOf(change).some((name) => names.includes(name))) &&
      (methods.length === 0 || fitsMethod(change, methods, reached)) &&
      (!breaking || isBreaking(change)),
  );
  return { ...diff, changes, summary: summarize(changes) };
}

/** Whether a change breaks older receivers or older senders. */
export function isBreaking({ effect }: Change): boolean {
  return (
    effect.olderReceivers === "breaking" || effect.olderSenders === "breaking"
  );
}

function fitsCategory(
  { kind, subject }: Change,
  categories: readonly string[],
): boolean {
  const kinds = categories.filter(isKind);
  const subjects = categories.filter((category) => !isKind(category));
  return (
    (kinds.length === 0 || kinds.includes(kind)) &&
    (subjects.length === 0 || subjects.includes(subject))
  );
}

function isKind(category: string): boolean {
  return changeKinds.some((kind) => kind === category);
}

/** What is renamed goes by both of its names. */
function namesOf({ kind, where, before }: Change): string[] {
  const names = where.name === undefined ? [] : [where.name];
  return kind === "renamed" && before !== undefined
    ? [...names, before]
    : names;
}

function fitsMethod(
  change: Change,
  methods: readonly string[],
  reached: ReadonlySet<string>,
): boolean {
  const { where, kind, before = "" } = change;
  if (where.method !== undefined)
    return (
      methods.includes(where.method) ||
      (kind === "renamed" && methods.includes(before))
    );
  return namesOf(change).some((name) => reached.has(name));
}

function reachedBy(
  methods: readonly string[],
  protocol: Protocol,
): Set<string> {
  const messages: MessageMethod[] = [
    ...protocol.requests,
    ...protocol.notifications,
  ];
  const names = messages
    .filter(({ method }) => methods.includes(method))
    .flatMap((message) => [
      ...messageNames(message),
      ...("results" in message ? resultNames(message) : []),
    ]);
  return createReach(protocol)(names);
}
