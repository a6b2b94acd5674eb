import type { SnapshotResource } from "../snapshot/index.ts";
import type { SnapshotChange } from "./change.ts";
import { compareDetails } from "./details.ts";
import { changeOf, matchItems } from "./lists.ts";

/** What differs between two lists of resources, which come and go while a server runs. */
export function compareResources(
  before: readonly SnapshotResource[],
  after: readonly SnapshotResource[],
): SnapshotChange[] {
  const { both, gone, come } = matchItems(before, after, ({ uri }) => uri);
  return [
    ...gone.map((resource) =>
      changeOf({
        ...placeOf(resource),
        kind: "removed",
        rule: "resource-removed",
        before: "",
      }),
    ),
    ...both.flatMap((pair) =>
      compareDetails(pair.before, pair.after, placeOf(pair.after), ["uri"]),
    ),
    ...come.map((resource) =>
      changeOf({
        ...placeOf(resource),
        kind: "added",
        rule: "resource-added",
        after: "",
      }),
    ),
  ];
}

function placeOf({ uri }: SnapshotResource) {
  return {
    subject: "resource",
    where: { list: "resources", name: uri },
  } as const;
}
