import { createOurDriver } from "../clients/ours.ts";
import type { RevisionModel } from "../revision.ts";
import type { Column } from "../table.ts";
import type { OfficialPlace } from "./official-place.ts";
import { v1Place } from "./v1-place.ts";
import { v2Place } from "./v2-place.ts";

/** Servers that speak one revision alone, of which our client knows nothing. */
export function clientColumns(
  revision: RevisionModel,
): Column<OfficialPlace>[] {
  const { id, lifecycle } = revision;
  const column = { revision, createDriver: createOurDriver };
  const v2 = {
    ...column,
    name: `v2 ${id}`,
    open: () => v2Place(lifecycle === "stateless" ? "strict" : "sessions", id),
  };
  if (lifecycle === "stateless") return [v2];
  return [
    { ...column, name: `v1 ${id}`, open: () => v1Place("sessions", id) },
    v2,
  ];
}
