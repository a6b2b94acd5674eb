import { serverColumns } from "./http/our-server-columns.ts";
import {
  cancelledFeatures,
  lateErrorFeatures,
} from "./http/resumption-features.ts";
import { revisionsWithSessions } from "./revision.ts";
import { testTable } from "./table.ts";

testTable(
  "Our server and the official clients v1 and v2, of what ends a call",
  revisionsWithSessions().flatMap(serverColumns),
  [...cancelledFeatures, ...lateErrorFeatures],
);
