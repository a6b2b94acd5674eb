import { surePairs } from "../../compat/protocol-diff/types/renames.ts";
import type {
  SnapshotChange,
  SnapshotRule,
  SnapshotSubject,
  SnapshotTurn,
  SnapshotWhere,
} from "./change.ts";
import { effectOf } from "./rules.ts";

/** An item that both sides have, under whatever name. */
export interface ItemPair<Item> {
  readonly before: Item;
  readonly after: Item;
}

/** The items of two lists: those of both, those that are gone, and those that have come. */
export interface Matched<Item> {
  readonly both: readonly ItemPair<Item>[];
  readonly gone: readonly Item[];
  readonly come: readonly Item[];
}

/** Matches the items of two lists by what they are told apart by. */
export function matchItems<Item>(
  before: readonly Item[],
  after: readonly Item[],
  keyOf: (item: Item) => string,
): Matched<Item> {
  const [old, now] = [before, after].map(
    (items) => new Map(items.map((item) => [keyOf(item), item])),
  );
  const both = before.flatMap((item) => {
    const other = now?.get(keyOf(item));
    return other === undefined ? [] : [{ before: item, after: other }];
  });
  return {
    both,
    gone: before.filter((item) => now?.has(keyOf(item)) !== true),
    come: after.filter((item) => old?.has(keyOf(item)) !== true),
  };
}

/**
 * Takes out of what is gone and has come what is the same but for its name, where that is
 * certain: nothing else has the same body.
 */
export function withRenames<Item extends object>(
  { both, gone, come }: Matched<Item>,
  bodyOf: (item: Item) => string | undefined,
): Matched<Item> & { readonly renamed: readonly ItemPair<Item>[] } {
  const pairs = surePairs(byBody(gone, bodyOf), byBody(come, bodyOf));
  const paired = new Set(pairs.flat());
  return {
    both,
    gone: gone.filter((item) => !paired.has(item)),
    come: come.filter((item) => !paired.has(item)),
    renamed: pairs.map(([before, after]) => ({ before, after })),
  };
}

function byBody<Item>(
  items: readonly Item[],
  bodyOf: (item: Item) => string | undefined,
): Map<string, Item[]> {
  const found = new Map<string, Item[]>();
  for (const item of items) {
    const body = bodyOf(item);
    if (body === undefined) continue;
    const alike = found.get(body);
    if (alike === undefined) found.set(body, [item]);
    else alike.push(item);
  }
  return found;
}

/** What is said of a change, but for its effect, which its rule has. */
export type Said = SnapshotTurn & {
  readonly subject: SnapshotSubject;
  readonly rule: SnapshotRule;
  readonly where: SnapshotWhere;
};

/** A change, with what its rule says of its effect. */
export function changeOf({
  subject,
  rule,
  where,
  ...turn
}: Said): SnapshotChange {
  return { subject, rule, where, effect: effectOf(rule), ...turn };
}
