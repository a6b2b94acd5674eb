import type { Handler, HandlerMap } from "../../peer/handlers.ts";
import type { RequestRecord } from "../../peer/record.ts";
import type { JsonObject } from "../../protocol/message.ts";
import type { Listeners } from "./listeners.ts";

/** What belongs to stateless revisions; a user's own handlers go before these. */
export function statelessHandlers(
  supportedVersions: readonly string[],
  listeners: Listeners,
): HandlerMap {
  return new Map<string, Handler>([
    ["server/discover", (_, request) => discover(supportedVersions, request)],
    [
      "subscriptions/listen",
      (params, request) => listeners.listen(params, request),
    ],
  ]);
}

/** What a server says of itself where nobody shakes hands. */
function discover(
  supportedVersions: readonly string[],
  { capabilities, identity }: RequestRecord,
): JsonObject {
  const { instructions } = identity;
  return {
    supportedVersions,
    capabilities,
    ...(instructions !== undefined && { instructions }),
  };
}
