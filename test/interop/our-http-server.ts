import { features } from "./features/index.ts";
import { clientFeatures } from "./http/client-features.ts";
import { isOverHttp, serverColumns } from "./http/our-server-columns.ts";
import { resumptionFeatures } from "./http/resumption-features.ts";
import {
  endedSessionFeatures,
  sessionFeatures,
} from "./http/session-features.ts";
import { statelessFeatures } from "./http/stateless-features.ts";
import type { RevisionModel } from "./revision.ts";
import { testTable } from "./table.ts";

/** Tests our server against the official clients over Streamable HTTP, in those of these revisions that have it. */
export function testOurHttpServer(revisions: readonly RevisionModel[]): void {
  testTable(
    "Our server and the official clients v1 and v2 over Streamable HTTP",
    revisions.filter(isOverHttp).flatMap(serverColumns),
    [
      ...features,
      ...clientFeatures,
      ...sessionFeatures,
      ...endedSessionFeatures,
      ...resumptionFeatures,
      ...statelessFeatures,
    ],
  );
}
