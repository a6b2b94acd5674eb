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
  createAnnouncer,
} from "./feature-list.ts";
import type { Collection, CollectionHost, Feature } from "./feature.ts";
import { clip } from "./schema/issues.ts";
import { normalizeTemplate } from "./uri/template.ts";

/** A resource, or a template of many. */
export interface ResourceFeature extends ListedFeature {
  readonly list: "resources" | "resourceTemplates";
  /** Every variable of a template, with what completes it. */
  readonly completers:
    ReadonlyMap<string, UntypedCompleter | undefined> | undefined;
  /** What a URI tells that is its own, or of a resource that it describes: it, or the variables. */
  readonly matches: (uri: string) => unknown;
  /** Whether there is that resource for who asks, where it matches. */
  readonly has: (uri: string, viewer: Viewer) => Awaitable<boolean>;
  /** The resources that a template describes, to be listed among the others. */
  readonly instances?: ListResources | undefined;
  /** Undefined when there is no such resource. */
  readonly read: (
    uri: string,
    request: RequestRecord,
    matched: unknown,
  ) => Promise<JsonObject | undefined>;
}

/** Tells the resources that there are for who asks. */
export type ListResources = (viewer: Viewer) => Awaitable<
  readonly {
    /** The address, which the template has to match. */
    readonly uri: string;
  }[]
>;

interface Lists {
  readonly resources: FeatureList<ResourceFeature>;
  readonly resourceTemplates: FeatureList<ResourceFeature>;
}

/** Lists resources and templates, reads them, and completes variables. */
export function collectResources(host: CollectionHost): Collection {
  const changed = createAnnouncer(host, "notifications/resources/list_changed");
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
  // Only the factories of resources make features that this collection collects.
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

/** The guards of the requests have passed. */
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

/** What the templates that somebody sees have for them. */
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
 * Whether there is such a resource for who asks. What no feature knows of may be
 * another's business: nobody is kept from that here.
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

/** The resource of this very URI goes before templates in their order. */
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
    // Scopes are asked for the first that there is.
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
