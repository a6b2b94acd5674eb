import process from "node:process";
import type { Lifecycle } from "../echo-messages.ts";

/** The server that a client calls over HTTP. */
export interface HttpClientTarget {
  readonly url: string;
  readonly lifecycle: Lifecycle;
}

export const target: HttpClientTarget = JSON.parse(
  process.argv[2] ?? "",
) as HttpClientTarget;
