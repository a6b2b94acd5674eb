import { promptArguments, type PromptFeature } from "../../features/prompt.ts";
import type { ResourceFeature } from "../../features/resources.ts";
import { isUnfit } from "../../features/schema/schema.ts";
import type { ToolFeature } from "../../features/tools.ts";
import { callHandler } from "../../features/feature.ts";
import { isObject, type JsonObject } from "../../protocol/message.ts";
import type { Offered, OfferedFeature } from "../../protocol/scopes/permit.ts";
import { visibleTo, type Guarded, type Viewer } from "../../protocol/viewer.ts";
import { whenReady, type Eventual } from "../../protocol/when-ready.ts";
import { quote } from "../../http/shared/quote.ts";
import { requireScopes } from "./required-scopes.ts";

/** Sender and method of a request. */
export interface Requester {
  readonly method: string;
  readonly viewer: Viewer;
}

export type Needs = Eventual<readonly string[]>;

export const nothing: readonly string[] = [];

/**
 * Returns the scopes that a tool call requires. Invalid arguments are rejected
 * later, so scope functions are not called with them.
 */
export function needsOfCall(
  offered: Offered,
  { name, arguments: args = {} }: JsonObject,
  requester: Requester,
): Needs {
  const tool = find<ToolFeature>(offered, "tools", name);
  return needsOf(
    tool,
    requester,
    () =>
      tool &&
      whenReady(tool.input["~standard"].validate(args), (checked) =>
        isUnfit(checked) ? undefined : { args: checked.value },
      ),
  );
}

/** Returns the scopes that a prompt requires. */
export function needsOfPrompt(
  offered: Offered,
  { name, arguments: args }: JsonObject,
  requester: Requester,
): Needs {
  const prompt = find<PromptFeature>(offered, "prompts", name);
  return needsOf(prompt, requester, () => {
    if (!prompt) return undefined;
    const { values, missing } = promptArguments(prompt, strings(args));
    return missing.length > 0 ? undefined : { args: values };
  });
}

/**
 * Returns the scopes that a resource requires: those of the first visible
 * feature that matches the URI, in the order of `resources/read`.
 */
export function needsOfResource(
  offered: Offered,
  uri: string,
  requester: Requester,
): Needs {
  const exact = find<ResourceFeature>(offered, "resources", uri);
  // Items of this list are only created by the factories of templates.
  const templates = offered.list("resourceTemplates")?.all() ?? [];
  const found = exact ? [exact, ...templates] : templates;
  return firstOf(found as readonly ResourceFeature[], uri, requester);
}

function firstOf(
  candidates: readonly ResourceFeature[],
  uri: string,
  requester: Requester,
): Needs {
  const at = candidates.findIndex(({ matches }) => matches(uri));
  const candidate = candidates[at];
  if (!candidate) return nothing;
  return whenReady(seenBy(candidate, requester), (seen) =>
    seen
      ? evaluate(seen, requester, () => ({ args: seen.matches(uri) }))
      : firstOf(candidates.slice(at + 1), uri, requester),
  );
}

/**
 * Returns the scopes that a completion requires: those of its prompt or
 * resource template, with the arguments known so far. Required arguments that
 * are not known yet are empty strings.
 */
export function needsOfCompletion(
  offered: Offered,
  { ref, argument, context }: JsonObject,
  requester: Requester,
): Needs {
  if (!isObject(ref) || !isObject(argument)) return nothing;
  const known = isObject(context) ? strings(context["arguments"]) : {};
  const { name = "", value } = argument;
  const args = { ...known, ...strings({ [String(name)]: value }) };
  if (ref["type"] === "ref/prompt") {
    const prompt = find<PromptFeature>(offered, "prompts", ref["name"]);
    const required = [...(prompt?.required ?? [])]
      .filter(([, isRequired]) => isRequired)
      .map(([of]) => of);
    return needsOf(prompt, requester, () => filled(required, args));
  }
  const { uri } = ref;
  const template = find<ResourceFeature>(offered, "resourceTemplates", uri);
  const variables = template?.completers?.keys() ?? [];
  if (template)
    return needsOf(template, requester, () => filled(variables, args));
  const resource = find<ResourceFeature>(offered, "resources", uri);
  return needsOf(resource, requester, () => ({ args: uri }));
}

/** Arguments of the handler; undefined if they are not valid. */
type Arguments = { readonly args: unknown } | undefined;

function filled(
  names: Iterable<string>,
  known: { readonly [name: string]: string },
): Arguments {
  const empty = Array.from(names, (name) => [name, ""] as const);
  return { args: { ...Object.fromEntries(empty), ...known } };
}

/**
 * Returns the scopes of a feature, or none if the sender may not see it: such a
 * sender must not learn them.
 */
function needsOf(
  feature: Guarded | undefined,
  requester: Requester,
  read: () => Eventual<Arguments>,
): Needs {
  if (!feature?.scopes) return nothing;
  return whenReady(seenBy(feature, requester), (seen) =>
    seen ? evaluate(seen, requester, read) : nothing,
  );
}

function seenBy<Item extends Guarded>(
  feature: Item,
  { viewer }: Requester,
): Eventual<Item | undefined> {
  return visibleTo(feature, { sink: { viewer } });
}

function evaluate(
  feature: Guarded & Partial<OfferedFeature>,
  { method, viewer: { principal, auth } }: Requester,
  read: () => Eventual<Arguments>,
): Needs {
  const { scopes = nothing } = feature;
  const checked = (list: unknown): readonly string[] =>
    requireScopes(list, nameOf(feature));
  if (typeof scopes !== "function") return checked(scopes);
  return whenReady(read(), (found) => {
    if (!found) return nothing;
    const asked = { method, principal, auth };
    return whenReady(callHandler(scopes, found.args, asked), checked);
  });
}

/** Returns the name of a feature for an error message. */
function nameOf({ listed = {} }: Partial<OfferedFeature>): string {
  const { uri, uriTemplate, name } = listed;
  return quote(uri ?? uriTemplate ?? name);
}

/**
 * Finds a feature. Items of a list are only created by the factory of their
 * kind.
 */
function find<Item>(
  offered: Offered,
  list: string,
  key: unknown,
): (Item & Guarded) | undefined {
  const found = typeof key === "string" && offered.list(list)?.find(key);
  return found ? (found as unknown as Item & Guarded) : undefined;
}

/** Returns the members of an object that are strings. */
function strings(given: unknown): { readonly [name: string]: string } {
  const entries = isObject(given) ? Object.entries(given) : [];
  return Object.fromEntries(
    entries.filter(
      (entry): entry is [string, string] => typeof entry[1] === "string",
    ),
  );
}
