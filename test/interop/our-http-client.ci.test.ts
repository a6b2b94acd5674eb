import { cancelledFeatures } from "./http/resumption-features.ts";
import { features } from "./features/index.ts";
import { twoClients } from "./http/client-features.ts";
import { clientColumns } from "./http/our-client-columns.ts";
import {
  ourSessionFeatures,
  restartFeatures,
} from "./http/our-session-features.ts";
import { resumptionFeatures } from "./http/resumption-features.ts";
import { sessionFeatures } from "./http/session-features.ts";
import { statelessFeatures } from "./http/stateless-features.ts";
import { generatedRevisions, revisionsWithSessions } from "./revision.ts";
import { testTable } from "./table.ts";

testTable(
  "Our client and the official servers v1 and v2 over Streamable HTTP",
  generatedRevisions().flatMap(clientColumns),
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

testTable(
  "Our client and the official servers v1 and v2, of a call that is taken back",
  revisionsWithSessions().flatMap(clientColumns),
  cancelledFeatures,
);
