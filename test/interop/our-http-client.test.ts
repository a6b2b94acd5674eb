import { clientColumns } from "./http/our-client-columns.ts";
import { cancelledFeatures } from "./http/resumption-features.ts";
import { testOurHttpClient } from "./our-http-client.ts";
import { newestRevisions, revisionsWithSessions } from "./revision.ts";
import { testTable } from "./table.ts";

// The revisions before are in the long part.
testOurHttpClient(newestRevisions());

// It waits; the revisions before are in the long part.
testTable(
  "Our client and the official servers v1 and v2, of a call that is taken back",
  revisionsWithSessions().slice(-1).flatMap(clientColumns),
  cancelledFeatures,
);
