import { canonicalText } from "../../schema/json-schema/index.ts";
import type { Listed } from "../snapshot/index.ts";
import { changeOf } from "./lists.ts";
import type {
  SnapshotChange,
  SnapshotSubject,
  SnapshotWhere,
} from "./change.ts";

/** Where an item is, and what it is. */
export interface ItemPlace {
  readonly subject: SnapshotSubject;
  readonly where: SnapshotWhere;
}

/** What is said of an item to people: the fields that only they read. */
const prose: ReadonlySet<string> = new Set(["title", "description", "icons"]);

/** Longer values are cut. */
const longest = 500;

/**
 * What else differs of an item that both sides list, but for fields that are compared by
 * themselves.
 */
export function compareDetails(
  before: Listed,
  after: Listed,
  place: ItemPlace,
  compared: readonly string[],
): SnapshotChange[] {
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  for (const key of compared) keys.delete(key);
  return [...keys].flatMap((key) => {
    const [old, now] = [detailText(before, key), detailText(after, key)];
    if (old === now) return [];
    const where = { ...place.where, part: key };
    return [
      changeOf(
        prose.has(key)
          ? {
              kind: "documentation",
              subject: place.subject,
              rule: "documentation",
              where,
              ...(old !== undefined && { before: old }),
              ...(now !== undefined && { after: now }),
            }
          : {
              kind: "changed",
              subject: place.subject,
              rule: "detail-changed",
              where,
              before: old ?? absent,
              after: now ?? absent,
            },
      ),
    ];
  });
}

/** What is not there. */
export const absent = "undefined";

function detailText(item: Listed, key: string): string | undefined {
  const value = Object.hasOwn(item, key) ? item[key] : undefined;
  if (value === undefined) return undefined;
  const text = typeof value === "string" ? value : canonicalText(value);
  return text.length > longest ? `${text.slice(0, longest - 1)}…` : text;
}
