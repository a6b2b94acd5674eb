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
import type { RevisionModel } from "./revision.ts";
import { testTable } from "./table.ts";

/** Tests our client against the official servers over Streamable HTTP, in these revisions. */
export function testOurHttpClient(revisions: readonly RevisionModel[]): void {
  testTable(
    "Our client and the official servers v1 and v2 over Streamable HTTP",
    revisions.flatMap(clientColumns),
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
}
