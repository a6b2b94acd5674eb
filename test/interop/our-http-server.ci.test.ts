import { features } from "./features/index.ts";
import { clientFeatures } from "./http/client-features.ts";
import { isOverHttp, serverColumns } from "./http/our-server-columns.ts";
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
import { generatedRevisions, revisionsWithSessions } from "./revision.ts";
import { testTable } from "./table.ts";

testTable(
  "Our server and the official clients v1 and v2 over Streamable HTTP",
  generatedRevisions().filter(isOverHttp).flatMap(serverColumns),
  [
    ...features,
    ...clientFeatures,
    ...sessionFeatures,
    ...endedSessionFeatures,
    ...resumptionFeatures,
    ...statelessFeatures,
  ],
);

testTable(
  "Our server and the official clients v1 and v2, of what ends a call",
  revisionsWithSessions().flatMap(serverColumns),
  [...cancelledFeatures, ...lateErrorFeatures],
);
