import { clientColumns } from "./http/our-client-columns.ts";
import { cancelledFeatures } from "./http/resumption-features.ts";
import { generatedRevisions } from "./revision.ts";
import { testTable } from "./table.ts";

testTable(
  "Our client and the official servers v1 and v2, of a call that is taken back",
  generatedRevisions().flatMap(clientColumns),
  cancelledFeatures,
);
