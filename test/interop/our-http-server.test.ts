import { createV1Driver } from "./clients/v1.ts";
import { createV2Driver } from "./clients/v2.ts";
import { features } from "./features/index.ts";
import { clientFeatures } from "./http/client-features.ts";
import { httpPlace, type HttpPlace } from "./http/place.ts";
import {
  lateErrorFeatures,
  resumptionFeatures,
} from "./http/resumption-features.ts";
import {
  endedSessionFeatures,
  sessionFeatures,
} from "./http/session-features.ts";
import { statelessFeatures } from "./http/stateless-features.ts";
import { generatedRevisions, type RevisionModel } from "./revision.ts";
import { testTable, type Column } from "./table.ts";

function columnsOf(revision: RevisionModel): Column<HttpPlace>[] {
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

/** The revisions that are spoken over Streamable HTTP. */
const revisions = generatedRevisions().filter(
  ({ lifecycle, hasFact }) => lifecycle === "stateless" || hasFact("sessions"),
);

testTable(
  "Our server and the official clients v1 and v2 over Streamable HTTP",
  revisions.flatMap(columnsOf),
  [
    ...features,
    ...clientFeatures,
    ...sessionFeatures,
    ...endedSessionFeatures,
    ...resumptionFeatures,
    ...lateErrorFeatures,
    ...statelessFeatures,
  ],
);
