import type { Handler, HandlerMap } from "../../peer/handlers.ts";
import type { RequestRecord } from "../../peer/record.ts";
import type { JsonObject } from "../../protocol/message.ts";

const acknowledge: Handler = () => ({});

/** What belongs to the handshake; a user's own handlers go before these. */
export const handshakeHandlers: HandlerMap = /* @__PURE__ */ new Map([
  ["initialize", initialize],
  ["ping", acknowledge],
  ["logging/setLevel", acknowledge],
  ["resources/subscribe", acknowledge],
  ["resources/unsubscribe", acknowledge],
]);

function initialize(
  _params: unknown,
  { table, capabilities, identity }: RequestRecord,
): JsonObject {
  const { info, instructions } = identity;
  return {
    // When the client asked for another: the counter-offer.
    protocolVersion: table.revision,
    capabilities,
    serverInfo: info,
    ...(instructions !== undefined && { instructions }),
  };
}
