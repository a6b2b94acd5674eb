import { undeclared } from "../protocol/revision/askable.ts";
import { hasCapability } from "../protocol/revision/capabilities.ts";
import type {
  ExtensionRows,
  ExtensionTable,
} from "../protocol/revision/extension.ts";
import {
  type NotificationEntry,
  type ParamsEntry,
  type ProtocolTable,
  type RequestEntry,
  type ResultEntry,
  type Sends,
  type SpokenRevision,
  type Subscriptions,
  entryOf,
} from "../protocol/revision/protocol-table.ts";
import { isOnlyMeta } from "./gate.ts";

interface Requests {
  readonly [method: string]: RequestEntry;
}

interface Results {
  readonly [method: string]: readonly ResultEntry[];
}

/**
 * Returns a revision with the table rows of an extension. Result types of the extension are
 * tried first, since each has a condition. Throws a TypeError for a method that the
 * revision or another extension already defines.
 */
export function withRows(
  { table, sends = {}, ...revision }: SpokenRevision,
  rows: ExtensionRows,
  { id, name }: Pick<ExtensionTable, "id" | "name">,
): SpokenRevision {
  const { results = {} } = rows;
  assertNewMethods(table, rows, id);
  return {
    ...revision,
    table: {
      ...table,
      requests: {
        ...table.requests,
        ...addReceived(table.requests, results),
        ...withExtension(rows.requests, id),
      },
      notifications: {
        ...table.notifications,
        ...withAdvice(withExtension(rows.notifications, id), name),
      },
      ...(rows.subscriptions && {
        subscriptions: subscriptionsTo(rows, table.subscriptions),
      }),
    },
    sends: {
      ...sends,
      ...addSent(table.requests, sends, results),
      ...rows.sends,
    },
  };
}

/** Throws a TypeError for a method with two definitions: one would never be called. */
function assertNewMethods(
  { revision, requests, notifications }: ProtocolTable,
  rows: ExtensionRows,
  extension: string,
): void {
  for (const method of [rows.requests, rows.notifications].flatMap(
    Object.keys,
  )) {
    const known = entryOf(requests, method) ?? entryOf(notifications, method);
    if (!known) continue;
    const whose = known.extension ?? "the protocol itself";
    throw new TypeError(
      `extensions: ${whose} and ${extension} both have the method "${method}" in ${revision}`,
    );
  }
}

/** Returns entries with their extension, and with a gate for peers that did not declare it. */
function withExtension<Entry extends NotificationEntry>(
  entries: { readonly [method: string]: Entry },
  extension: string,
): { readonly [method: string]: Entry } {
  return Object.fromEntries(
    Object.entries(entries).map(([method, entry]) => [
      method,
      {
        ...entry,
        extension,
        ...gateOf(entry),
        ...(entry.params && { params: allowOnlyMeta(entry.params) }),
      },
    ]),
  );
}

/** Returns notifications with advice for clients without a session, which cannot subscribe. */
function withAdvice(
  entries: { readonly [method: string]: NotificationEntry },
  name: string,
): { readonly [method: string]: NotificationEntry } {
  return Object.fromEntries(
    Object.entries(entries).map(([method, entry]) => [
      method,
      {
        ...entry,
        way: `use ${name}.of(context).notify.${entry.handler} before the handler returns, or give the extension a fact of its subscription (\`subscriptions\`)`,
      },
    ]),
  );
}

/** Treats params with nothing but `_meta` as absent, if params are optional. */
function allowOnlyMeta({ required, validate }: ParamsEntry): ParamsEntry {
  if (required) return { required, validate };
  return {
    required,
    validate: (params) => (isOnlyMeta(params) ? undefined : validate(params)),
  };
}

function gateOf({
  capability,
}: NotificationEntry): Pick<NotificationEntry, "gate"> {
  if (!capability) return {};
  const { path } = capability;
  return {
    gate: (table, side, capabilities) =>
      capabilities === undefined || hasCapability(capabilities, path)
        ? undefined
        : undeclared(table, side, [path]),
  };
}

/** Adds the extension's results to requests that this side sends. */
function addReceived(requests: Requests, results: Results): Requests {
  const changed: { [method: string]: RequestEntry } = {};
  for (const [method, others] of Object.entries(results)) {
    const entry = requests[method];
    if (entry?.results)
      changed[method] = { ...entry, results: [...others, ...entry.results] };
  }
  return changed;
}

/** Adds the extension's results to requests that this side receives. */
function addSent(requests: Requests, sends: Sends, results: Results): Sends {
  const changed: { [method: string]: readonly ResultEntry[] } = {};
  for (const [method, others] of Object.entries(results))
    if (requests[method]?.params)
      changed[method] = [...others, ...(sends[method] ?? [])];
  return changed;
}

/** Combines the subscriptions of an extension with those of others. */
function subscriptionsTo(
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
