import { serverColumns } from "./http/our-server-columns.ts";
import {
  cancelledFeatures,
  lateErrorFeatures,
} from "./http/resumption-features.ts";
import { testOurHttpServer } from "./our-http-server.ts";
import { olderRevisions, revisionsWithSessions } from "./revision.ts";
import { testTable } from "./table.ts";

// The newest are in the short part.
testOurHttpServer(olderRevisions());

testTable(
  "Our server and the official clients v1 and v2, of what ends a call",
  revisionsWithSessions().flatMap(serverColumns),
  [...cancelledFeatures, ...lateErrorFeatures],
);
