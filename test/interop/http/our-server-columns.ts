import { createV1Driver } from "../clients/v1.ts";
import { createV2Driver } from "../clients/v2.ts";
import type { RevisionModel } from "../revision.ts";
import type { Column } from "../table.ts";
import { httpPlace, type HttpPlace } from "./place.ts";

/** Our server, visited by each official client that speaks a revision. */
export function serverColumns(revision: RevisionModel): Column<HttpPlace>[] {
  const { id, lifecycle } = revision;
  const column = { revision, open: () => httpPlace("http") };
  const v1 = {
    ...column,
    name: `v1 ${id}`,
    createDriver: () => createV1Driver(id),
  };
  const v2 = {
    ...column,
    name: `v2 ${id}`,
    createDriver: () => createV2Driver(id, lifecycle),
  };
  return lifecycle === "stateless" ? [v2] : [v1, v2];
}

/** Whether a revision is spoken over Streamable HTTP. */
export function isOverHttp({ lifecycle, hasFact }: RevisionModel): boolean {
  return lifecycle === "stateless" || hasFact("sessions");
}
