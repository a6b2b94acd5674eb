import { serverColumns } from "./http/our-server-columns.ts";
import {
  cancelledFeatures,
  lateErrorFeatures,
} from "./http/resumption-features.ts";
import { testOurHttpServer } from "./our-http-server.ts";
import { newestRevisions, revisionsWithSessions } from "./revision.ts";
import { testTable } from "./table.ts";

// The revisions before are in the long part.
testOurHttpServer(newestRevisions());

// Each waits; the revisions before are in the long part.
testTable(
  "Our server and the official clients v1 and v2, of what ends a call",
  revisionsWithSessions().slice(-1).flatMap(serverColumns),
  [...cancelledFeatures, ...lateErrorFeatures],
);
