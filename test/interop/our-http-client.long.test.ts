import { clientColumns } from "./http/our-client-columns.ts";
import { cancelledFeatures } from "./http/resumption-features.ts";
import { testOurHttpClient } from "./our-http-client.ts";
import { olderRevisions, revisionsWithSessions } from "./revision.ts";
import { testTable } from "./table.ts";

// The newest are in the short part.
testOurHttpClient(olderRevisions());

testTable(
  "Our client and the official servers v1 and v2, of a call that is taken back",
  revisionsWithSessions().flatMap(clientColumns),
  cancelledFeatures,
);
