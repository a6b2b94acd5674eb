import { hasCapability } from "./capabilities.ts";
import type { ProtocolTable } from "./protocol-table.ts";
import { isObject, type JsonObject, type Message } from "../message.ts";
import { normalizeUri } from "../uri.ts";

/** What tells of one resource. */
const updated = "notifications/resources/updated";

/** The name in the filter of `subscriptions/listen`, and what a server must declare to tell it. */
type Change = readonly [filter: string, capability: readonly string[]];

/** What a client can hear of; resources are told by their URI, lists as a whole. */
const changes: ReadonlyMap<string, Change> = /* @__PURE__ */ new Map([
  /* @__PURE__ */ listChange("tools"),
  /* @__PURE__ */ listChange("prompts"),
  /* @__PURE__ */ listChange("resources"),
  [updated, ["resourceSubscriptions", ["resources", "subscribe"]]],
]);

function listChange(kind: string): [string, Change] {
  return [
    `notifications/${kind}/list_changed`,
    [`${kind}ListChanged`, [kind, "listChanged"]],
  ];
}

/** Whether it is told to those alone who asked for it. */
export function isChange(
  method: string,
  { subscriptions }: ProtocolTable,
): boolean {
  return changes.has(method) || subscriptions?.has(method) === true;
}

/** All that may have changed, for one that watches some resources. */
export function everyChange(
  uris: readonly string[],
): { readonly method: string; readonly params: JsonObject | undefined }[] {
  const lists = [...changes.keys()].filter((method) => method !== updated);
  return [
    ...lists.map((method) => ({ method, params: undefined })),
    ...uris.map((uri) => ({ method: updated, params: { uri } })),
  ];
}

/** Whether a message tells of a change: told once, it says as much as told again. */
export function isOfChange(message: Message | readonly Message[]): boolean {
  return "method" in message && changes.has(message.method);
}

/** Whether it is told to those who watch the resource that it names. */
export function isOfResource(method: string): boolean {
  return method === updated;
}

/**
 * The resources whose watchers hear of a change of this one: itself, and each
 * that it is a part of, as `a:/b` is of `a:` and `a:/`, but not `a:/bc` of
 * `a:/b`. Parts follow a slash, a question mark, a number sign or the scheme. All in
 * their normal form.
 *
 * @see {@link https://modelcontextprotocol.io/specification/draft/server/resources#subscriptions | Subscriptions}
 */
export function wholesOf(spelling: string): readonly string[] {
  const uri = normalizeUri(spelling);
  const wholes = [uri];
  const scheme = uri.indexOf(":");
  for (let at = 0; at < uri.length - 1; at++) {
    const isDelimiter = "/?#".includes(uri.charAt(at));
    if (isDelimiter || at === scheme) wholes.push(uri.slice(0, at + 1));
    if (isDelimiter) wholes.push(uri.slice(0, at));
  }
  const last = uri.at(-1);
  if (last !== undefined && "/?#".includes(last)) wholes.push(uri.slice(0, -1));
  return wholes;
}

/** Whether a server that declares these capabilities tells of a change at all. */
export function isTold(method: string, capabilities: JsonObject): boolean {
  const change = changes.get(method);
  return change !== undefined && hasCapability(capabilities, change[1]);
}

/** Whether a change is meant by a filter of `subscriptions/listen`. */
export function passes(
  filter: JsonObject,
  method: string,
  params: JsonObject | undefined,
  { subscriptions }: ProtocolTable,
): boolean {
  const asked = filter[changes.get(method)?.[0] ?? ""];
  return (
    asked === true ||
    (Array.isArray(asked) && asked.includes(params?.["uri"])) ||
    subscriptions?.passes(filter, method, params) === true
  );
}

/**
 * Whether a resource is another one or a part of it, as a server may tell of what
 * lies under the one that was asked for: what follows its URI begins with a mark
 * that divides URIs, or the URI ends with one.
 *
 * @see {@link https://modelcontextprotocol.io/specification/draft/schema#resourceupdatednotification | ResourceUpdatedNotification}
 */
export function isPartOf(watched: string, updated: string): boolean {
  const whole = normalizeUri(watched);
  const uri = normalizeUri(updated);
  if (!uri.startsWith(whole)) return false;
  const rest = uri.slice(whole.length);
  return rest === "" || /^[/?#]/.test(rest) || /[/?#:]$/.test(whole);
}

/** The part of a filter that a server with these capabilities honours. */
export function honoured(
  filter: unknown,
  capabilities: unknown,
  { subscriptions }: ProtocolTable,
): JsonObject {
  if (!isObject(filter)) return {};
  const told = [...changes.values()]
    .filter(([, capability]) => hasCapability(capabilities, capability))
    .map(([name]) => [name, filter[name]])
    .filter(([, asked]) => asked === true || Array.isArray(asked));
  return {
    ...Object.fromEntries(told),
    ...subscriptions?.honoured(filter, capabilities),
  };
}
