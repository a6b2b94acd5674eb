import type { Discovery } from "../discovery/discover.ts";
import type { Dpop } from "../dpop/dpop.ts";
import type { ServerRecord } from "./server-record.ts";

/** Inputs of a login. */
export interface Preparation {
  readonly record: ServerRecord;
  readonly discovery: Discovery;
  readonly scopes: readonly string[];
  readonly dpop: Dpop | undefined;
}
