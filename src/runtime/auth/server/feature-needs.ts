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

/** Who asks, and by which method. */
export interface Requester {
  readonly method: string;
  readonly viewer: Viewer;
}

export type Needs = Eventual<readonly string[]>;

export const nothing: readonly string[] = [];

/**
 * The scopes of a tool that is called. Arguments that do not pass its schema are
 * refused anyway: no function is asked about them.
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

/** The scopes of a prompt that is to be filled. */
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
 * The scopes of a resource: of the first feature that has it for who asks, as
 * it is found when it is read.
 */
export function needsOfResource(
  offered: Offered,
  uri: string,
  requester: Requester,
): Needs {
  const exact = find<ResourceFeature>(offered, "resources", uri);
  // Only the factories of templates make what is on this list.
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
 * The scopes of what an argument is completed for: by the arguments that are known
 * so far. Those that a handler always has are empty texts until then.
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

/** Undefined where no arguments are there that a handler would get. */
type Arguments = { readonly args: unknown } | undefined;

function filled(
  names: Iterable<string>,
  known: { readonly [name: string]: string },
): Arguments {
  const empty = Array.from(names, (name) => [name, ""] as const);
  return { args: { ...Object.fromEntries(empty), ...known } };
}

/** Who may not see a feature is not told what it needs. */
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

/** As who wrote it knows it. */
function nameOf({ listed = {} }: Partial<OfferedFeature>): string {
  const { uri, uriTemplate, name } = listed;
  return quote(uri ?? uriTemplate ?? name);
}

/** Only the factory of its kind makes what is on a list. */
function find<Item>(
  offered: Offered,
  list: string,
  key: unknown,
): (Item & Guarded) | undefined {
  const found = typeof key === "string" && offered.list(list)?.find(key);
  return found ? (found as unknown as Item & Guarded) : undefined;
}

/** Those of an object's values that are texts. */
function strings(given: unknown): { readonly [name: string]: string } {
  const entries = isObject(given) ? Object.entries(given) : [];
  return Object.fromEntries(
    entries.filter(
      (entry): entry is [string, string] => typeof entry[1] === "string",
    ),
  );
}
