import { createOurDriver } from "./clients/ours.ts";
import { features } from "./features/index.ts";
import { twoClients } from "./http/client-features.ts";
import type { OfficialPlace } from "./http/official-place.ts";
import {
  ourSessionFeatures,
  restartFeatures,
} from "./http/our-session-features.ts";
import { resumptionFeatures } from "./http/resumption-features.ts";
import { sessionFeatures } from "./http/session-features.ts";
import { statelessFeatures } from "./http/stateless-features.ts";
import { v1Place } from "./http/v1-place.ts";
import { v2Place } from "./http/v2-place.ts";
import { generatedRevisions, type RevisionModel } from "./revision.ts";
import { testTable, type Column } from "./table.ts";

/** Servers that speak one revision alone, of which our client knows nothing. */
function columnsOf(revision: RevisionModel): Column<OfficialPlace>[] {
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

testTable(
  "Our client and the official servers v1 and v2 over Streamable HTTP",
  generatedRevisions().flatMap(columnsOf),
  [
    ...features,
    twoClients,
    ...sessionFeatures,
    ...ourSessionFeatures,
    ...resumptionFeatures,
    ...statelessFeatures,
    ...restartFeatures,
  ],
);
