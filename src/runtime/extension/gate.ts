import { isMetaAlone } from "./meta-alone.ts";
import type { Handler } from "../peer/handlers.ts";
import type { RequestRecord } from "../peer/record.ts";
import { undeclared } from "../protocol/revision/askable.ts";
import { hasCapability } from "../protocol/revision/capabilities.ts";
import type { ExtensionRows } from "../protocol/revision/extension.ts";
import {
  entryOf,
  isStateless,
  type NotificationEntry,
  type Side,
} from "../protocol/revision/protocol-table.ts";

/** Lets those alone pass who declared the extension, where the method is for them. */
export function gate(
  { requests, notifications }: ExtensionRows,
  method: string,
  sender: Side,
  handler: Handler,
): Handler {
  const entry: NotificationEntry | undefined =
    entryOf(requests, method) ?? entryOf(notifications, method);
  const path = entry?.capability?.path;
  const inner = entry?.params?.required === false ? bare(handler) : handler;
  if (!path) return inner;
  return (params, request) => {
    requireSender(request, sender, path);
    return inner(params, request);
  };
}

/** Params that need not be there are not, where the message only says who sends it. */
function bare(handler: Handler): Handler {
  return (params, request) =>
    handler(isMetaAlone(params) ? undefined : params, request);
}

/**
 * Throws the error that refuses a request whose sender did not declare what it needs.
 * Where a handshake is not remembered, nobody knows what was declared in it; nor of
 * whom a notification is that stands alone.
 */
export function requireSender(
  request: RequestRecord,
  sender: Side,
  path: readonly string[],
): void {
  const { table, peerCapabilities, id } = request;
  const isAlone = isStateless(request) && id !== undefined;
  const isKnown = peerCapabilities !== undefined || isAlone;
  if (isKnown && !hasCapability(peerCapabilities, path))
    throw undeclared(table, sender, [path]);
}
