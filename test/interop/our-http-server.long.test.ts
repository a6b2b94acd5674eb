import { httpRevisions, serverColumns } from "./http/our-server-columns.ts";
import {
  cancelledFeatures,
  lateErrorFeatures,
} from "./http/resumption-features.ts";
import { testTable } from "./table.ts";

testTable(
  "Our server and the official clients v1 and v2, of what ends a call",
  httpRevisions.flatMap(serverColumns),
  [...cancelledFeatures, ...lateErrorFeatures],
);
