import { features } from "./features/index.ts";
import { clientFeatures } from "./http/client-features.ts";
import { httpRevisions, serverColumns } from "./http/our-server-columns.ts";
import {
  cancelledFeatures,
  lateErrorFeatures,
  resumptionFeatures,
} from "./http/resumption-features.ts";
import {
  endedSessionFeatures,
  sessionFeatures,
} from "./http/session-features.ts";
import { statelessFeatures } from "./http/stateless-features.ts";
import { revisionsWithSessions } from "./revision.ts";
import { testTable } from "./table.ts";

testTable(
  "Our server and the official clients v1 and v2 over Streamable HTTP",
  httpRevisions.flatMap(serverColumns),
  [
    ...features,
    ...clientFeatures,
    ...sessionFeatures,
    ...endedSessionFeatures,
    ...resumptionFeatures,
    ...statelessFeatures,
  ],
);

// Each waits; the revisions before are in the long part.
testTable(
  "Our server and the official clients v1 and v2, of what ends a call",
  revisionsWithSessions().slice(-1).flatMap(serverColumns),
  [...cancelledFeatures, ...lateErrorFeatures],
);
