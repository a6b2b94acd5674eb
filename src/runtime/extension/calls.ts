import type { CallOptions } from "../peer/caller.ts";
import {
  receives,
  type NotificationEntry,
  type Side,
} from "../protocol/revision/protocol-table.ts";
import type { ExtensionRows } from "../protocol/revision/extension.ts";

/** How calls of an extension are sent. */
export interface Sender {
  /** Without it, there are notifications alone. */
  readonly request?: (
    method: string,
    params: unknown,
    options?: CallOptions,
  ) => Promise<unknown>;
  readonly notify: (method: string, params: unknown) => unknown;
}

/** Calls by the names of their handlers: of those messages that the peer receives. */
export function callsTo(
  peer: Side,
  revisions: readonly ExtensionRows[],
  { request, notify: tell }: Sender,
): object {
  const calls: { [name: string]: unknown } = {};
  const notify: { [name: string]: unknown } = {};
  for (const { requests, notifications } of revisions) {
    for (const [method, { handler }] of request ? sentTo(peer, requests) : [])
      calls[handler] = (params?: unknown, options?: CallOptions) =>
        request?.(method, params, options);
    for (const [method, { handler }] of sentTo(peer, notifications))
      notify[handler] = (params?: unknown) => tell(method, params);
  }
  return { ...calls, notify };
}

function sentTo<Entry extends NotificationEntry>(
  peer: Side,
  entries: { readonly [method: string]: Entry },
): [string, Entry][] {
  return Object.entries(entries).filter(([, { direction }]) =>
    receives(peer, direction),
  );
}
