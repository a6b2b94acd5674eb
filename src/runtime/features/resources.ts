import type { Handler } from "../peer/handlers.ts";
import type { RequestRecord } from "../peer/record.ts";
import type { Awaitable } from "../protocol/answer.ts";
import {
  INVALID_PARAMS,
  ProtocolError,
  invalidParams,
} from "../protocol/errors.ts";
import type { JsonObject } from "../protocol/message.ts";
import { normalizeUri } from "../protocol/uri.ts";
import { type Viewer, visibleTo } from "../protocol/viewer.ts";
import { type Eventual, whenReady } from "../protocol/when-ready.ts";
import {
  type CompleteParams,
  type UntypedCompleter,
  complete,
} from "./completion.ts";
import {
  FeatureList,
  type ListEntry,
  type ListedFeature,
  createChangeNotifier,
} from "./feature-list.ts";
import type { Collection, CollectionHost, Feature } from "./feature.ts";
import { clip } from "./schema/issues.ts";
import { normalizeTemplate } from "./uri/template.ts";

/** Resource or resource template. */
export interface ResourceFeature extends ListedFeature {
  readonly list: "resources" | "resourceTemplates";
  /** Completers by variable, for a template. */
  readonly completers:
    ReadonlyMap<string, UntypedCompleter | undefined> | undefined;
  /**
   * Matches a URI. Returns the URI of a resource, the variables of a template, or
   * undefined.
   */
  readonly matches: (uri: string) => unknown;
  /** Returns true if the matched resource exists for a client. */
  readonly has: (uri: string, viewer: Viewer) => Awaitable<boolean>;
  /** Lists the existing resources of a template. */
  readonly instances?: ListResources | undefined;
  /** Reads the resource; undefined if it does not exist. */
  readonly read: (
    uri: string,
    request: RequestRecord,
    matched: unknown,
  ) => Promise<JsonObject | undefined>;
}

/** Returns the resources that exist for a client. */
export type ListResources = (viewer: Viewer) => Awaitable<
  readonly {
    /** URI that matches the template. */
    readonly uri: string;
  }[]
>;

interface Lists {
  readonly resources: FeatureList<ResourceFeature>;
  readonly resourceTemplates: FeatureList<ResourceFeature>;
}

/**
 * Creates the collection that lists and reads resources and templates, and completes
 * variables.
 */
export function collectResources(host: CollectionHost): Collection {
  const changed = createChangeNotifier(
    host,
    "notifications/resources/list_changed",
  );
  const list = (
    name: keyof Lists,
    normalize: (key: string) => string,
  ): FeatureList<ResourceFeature> =>
    new FeatureList<ResourceFeature>(host, name, changed, normalize);
  const lists = {
    resources: list("resources", normalizeUri),
    resourceTemplates: list(
      "resourceTemplates",
      (template) => normalizeTemplate(template) ?? template,
    ),
  };
  // Only the functions that create resources use this collection.
  const listOf = (feature: Feature): FeatureList<ResourceFeature> =>
    lists[(feature as ResourceFeature).list];
  return {
    lists,
    add: (feature) => listOf(feature).add(feature),
    remove: (feature) => listOf(feature).remove(feature),
    get capabilities() {
      const completes = lists.resourceTemplates
        .all()
        .some(({ completers = [] }) =>
          [...completers].some(([, completer]) => completer),
        );
      return {
        resources: { listChanged: true, subscribe: true },
        ...(completes && { completions: {} }),
      };
    },
    handlers: handlersOf(lists, host),
    mayRead: (uri, viewer) => mayRead(lists, uri, viewer),
  };
}

/** Returns the handlers by method. Their requests were validated. */
function handlersOf(
  lists: Lists,
  { canRead }: CollectionHost,
): ReadonlyMap<string, Handler> {
  const { resources, resourceTemplates } = lists;
  return new Map<string, Handler>([
    [
      "resources/list",
      (params, request) => {
        const isOpen = resourceTemplates.all().every((one) => !one.instances);
        const more = (viewer: Viewer): Promise<ListEntry[]> =>
          instancesFor(resourceTemplates.all(), viewer);
        return resources.page(params, request, {
          more: isOpen ? undefined : more,
          allows: canRead,
        });
      },
    ],
    [
      "resources/templates/list",
      (params, request) => resourceTemplates.page(params, request),
    ],
    [
      "resources/read",
      (params, request) =>
        read(lists, (params as { uri: string }).uri, request),
    ],
    [
      "completion/complete",
      (params, request) =>
        completeVariable(lists, params as CompleteParams, request),
    ],
  ]);
}

/** Returns the listed resources of all templates that the client can see. */
async function instancesFor(
  templates: readonly ResourceFeature[],
  viewer: Viewer,
): Promise<ListEntry[]> {
  const found: ListEntry[] = [];
  for (const { instances, visible } of templates) {
    if (!instances || (visible && (await visible(viewer)) !== true)) continue;
    for (const listed of await instances(viewer))
      found.push({ key: normalizeUri(listed.uri), listed: { ...listed } });
  }
  return found;
}

/**
 * Returns true if the rules of the features allow a client to read a resource. Resources
 * without a feature are allowed: a handler may have them.
 */
function mayRead(
  { resources, resourceTemplates }: Lists,
  uri: string,
  viewer: Viewer,
): Eventual<boolean> {
  const exact = resources.find(uri);
  const candidates = resourceTemplates.all();
  if (exact) candidates.unshift(exact);
  if (candidates.every((one) => !one.visible && !one.instances)) return true;
  const known = candidates.filter(({ matches }) => matches(uri));
  return known.length === 0 || isThere(known, uri, viewer);
}

async function isThere(
  candidates: readonly ResourceFeature[],
  uri: string,
  viewer: Viewer,
): Promise<boolean> {
  for (const { visible, has } of candidates) {
    const seen = (await visible?.(viewer)) ?? true;
    if ((seen === true || seen === "unlisted") && (await has(uri, viewer)))
      return true;
  }
  return false;
}

/** Reads a resource: the one with this URI, or the first matching template that has it. */
async function read(
  { resources, resourceTemplates }: Lists,
  uri: string,
  request: RequestRecord,
): Promise<JsonObject> {
  const exact = resources.find(uri);
  const candidates = resourceTemplates.all();
  if (exact) candidates.unshift(exact);
  let isFirst = true;
  for (const candidate of candidates) {
    const matched = candidate.matches(uri);
    if (!matched) continue;
    const seen = candidate.visible
      ? await visibleTo(candidate, request)
      : candidate;
    // The scopes of the first match were checked; later matches must not have any.
    const result =
      seen &&
      (isFirst || !seen.scopes) &&
      (await seen.read(uri, request, matched));
    if (result) return result;
    if (seen) isFirst = false;
  }
  const code = request.table.errorCodes["RESOURCE_NOT_FOUND"];
  throw new ProtocolError(code ?? INVALID_PARAMS, "Resource not found", {
    uri,
  });
}

function completeVariable(
  { resources, resourceTemplates }: Lists,
  params: CompleteParams,
  request: RequestRecord,
): Eventual<JsonObject> | undefined {
  const { type, uri = "" } = params.ref;
  if (type !== "ref/resource") return undefined;
  const found = resourceTemplates.find(uri) ?? resources.find(uri);
  return whenReady(visibleTo(found, request), (known) => {
    const variable = params.argument.name;
    if (known && (!known.completers || known.completers.has(variable)))
      return complete(known.completers?.get(variable), params, request);
    const unknown = known ? `variable: ${variable}` : `template: ${uri}`;
    throw invalidParams(clip(`Unknown ${unknown}`, 200));
  });
}
