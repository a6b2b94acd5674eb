import { isInitializeRequest } from "@modelcontextprotocol/sdk/types.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";

/**
 * Makes an official server v1 that is connected know one revision alone: it
 * answers every offer with it. The library has no option for that.
 */
export function pin(
  transport: Pick<Transport, "onmessage">,
  protocolVersion: string,
): void {
  const deliver = transport.onmessage;
  transport.onmessage = (message, extra) => {
    if (!isInitializeRequest(message)) return deliver?.(message, extra);
    const params = { ...message.params, protocolVersion };
    return deliver?.({ ...message, params }, extra);
  };
}
