import { hasCapability } from "../protocol/revision/capabilities.ts";
import type { ExtensionRows } from "../protocol/revision/extension.ts";
import {
  entryOf,
  type Subscriptions,
} from "../protocol/revision/protocol-table.ts";

/** The subscriptions of an extension, behind those of others. */
export function subscriptionsTo(
  { subscriptions = {}, notifications }: ExtensionRows,
  others?: Subscriptions,
): Subscriptions {
  const rows = Object.entries(subscriptions);
  return {
    has: (method) =>
      Object.hasOwn(subscriptions, method) || others?.has(method) === true,
    honoured(filter, capabilities) {
      const told = rows.filter(
        ([method, { filter: name }]) =>
          Array.isArray(filter[name]) &&
          hasCapability(
            capabilities,
            entryOf(notifications, method)?.capability?.path ?? [],
          ),
      );
      return {
        ...others?.honoured(filter, capabilities),
        ...Object.fromEntries(
          told.map(([, { filter: name }]) => [name, filter[name]]),
        ),
      };
    },
    passes(filter, method, params) {
      const row = entryOf(subscriptions, method);
      if (!row) return others?.passes(filter, method, params) === true;
      const asked = filter[row.filter];
      return Array.isArray(asked) && asked.includes(params?.[row.param]);
    },
  };
}
