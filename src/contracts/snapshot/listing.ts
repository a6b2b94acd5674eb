import { excerpt } from "../excerpt.ts";
import { isJsonObject } from "../../base/json-object.ts";
import type { Listing } from "./listed.ts";
import { byCodeUnit } from "../../base/order.ts";
import {
  isItem,
  itemProblem,
  itemKey,
  keyOfList,
  listNames,
  type ItemOf,
  type ListName,
} from "./lists.ts";
import type { Snapshot } from "./snapshot.ts";

/** A snapshot, and what could not be taken into it. */
export interface TakenSnapshot {
  readonly snapshot: Snapshot;
  /** What was left out, and why: a line each. */
  readonly notes: readonly string[];
}

/** How many items that are left out are told of one by one. */
const maxNotes = 20;

/**
 * The snapshot of what a server has listed. What is no item of its list, or was listed
 * before by the same name, is left out, and told.
 */
export function snapshotOf(listing: Listing): TakenSnapshot {
  const { serverInfo, protocolVersion } = listing;
  const notes: string[] = [];
  const take = <Name extends ListName>(list: Name): ItemOf<Name>[] =>
    itemsOf(list, listing[list], notes);
  const snapshot: Snapshot = {
    formatVersion: 1,
    server: {
      name: textAt(serverInfo, "name"),
      version: textAt(serverInfo, "version"),
    },
    protocolVersion,
    tools: take("tools"),
    prompts: take("prompts"),
    resources: take("resources"),
    resourceTemplates: take("resourceTemplates"),
  };
  const more = notes.length - maxNotes;
  return {
    snapshot,
    notes:
      more > 0
        ? [...notes.slice(0, maxNotes), `and ${more} more are left out`]
        : notes,
  };
}

function itemsOf<Name extends ListName>(
  list: Name,
  items: readonly unknown[],
  notes: string[],
): ItemOf<Name>[] {
  const kept = new Map<string, ItemOf<Name>>();
  for (const [index, item] of items.entries()) {
    if (!isItem(list, item)) {
      const problem = itemProblem(list, item) ?? "";
      notes.push(`${labelOf(list, index, item)} is left out: it ${problem}`);
      continue;
    }
    const key = itemKey(list, item);
    if (kept.has(key))
      notes.push(
        `${labelOf(list, index, item)} is left out: it was listed before`,
      );
    else kept.set(key, item);
  }
  return sortedItems(list, [...kept.values()]);
}

/** Items in the order that snapshots have. */
export function sortedItems<Name extends ListName>(
  list: Name,
  items: readonly ItemOf<Name>[],
): ItemOf<Name>[] {
  return [...items].sort((a, b) =>
    byCodeUnit(itemKey(list, a), itemKey(list, b)),
  );
}

/** Which item is meant: its place, and its name where it has one. */
export function labelOf(list: ListName, index: number, item: unknown): string {
  const key = isJsonObject(item) ? item[keyOfList[list]] : undefined;
  const name = typeof key === "string" ? ` ${excerpt(key)}` : "";
  return `${list}[${index}]${name}`;
}

function textAt(
  info: Readonly<Record<string, unknown>> | undefined,
  name: string,
): string {
  const text = info?.[name];
  return typeof text === "string" ? text : "";
}

/** Whether nothing is listed at all. */
export function isEmpty(snapshot: Pick<Snapshot, ListName>): boolean {
  return listNames.every((list) => snapshot[list].length === 0);
}
