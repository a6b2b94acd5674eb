import {
  INVALID_PARAMS,
  invalidParams,
  ProtocolError,
} from "../../wire/errors.ts";
import type { Collection, CollectionHost, Feature } from "../feature.ts";
import type { Handler } from "../../peer/handlers.ts";
import type { JsonObject } from "../../wire/message.ts";
import type { RequestRecord } from "../../peer/record.ts";
import { createAnnouncer } from "../announcer.ts";
import {
  complete,
  type CompleteParams,
  type UntypedCompleter,
} from "../completion.ts";
import { FeatureList, type ListedFeature } from "../feature-list.ts";
import { clip } from "../schema/issues.ts";

/** A resource, or a template of many. */
export interface ResourceFeature extends ListedFeature {
  readonly list: "resources" | "resourceTemplates";
  /** Every variable of a template, with what completes it. */
  readonly completers:
    ReadonlyMap<string, UntypedCompleter | undefined> | undefined;
  /** Undefined when there is no such resource. */
  readonly read: (
    uri: string,
    request: RequestRecord,
  ) => Promise<JsonObject | undefined>;
}

interface Lists {
  readonly resources: FeatureList<ResourceFeature>;
  readonly resourceTemplates: FeatureList<ResourceFeature>;
}

/** Lists resources and templates, reads them, and completes variables. */
export function collectResources(host: CollectionHost): Collection {
  const changed = createAnnouncer(host, "notifications/resources/list_changed");
  const list = (name: keyof Lists): FeatureList<ResourceFeature> =>
    new FeatureList<ResourceFeature>(host, name, changed);
  const lists = {
    resources: list("resources"),
    resourceTemplates: list("resourceTemplates"),
  };
  // Only the factories of resources make features that this collection collects.
  const listOf = (feature: Feature): FeatureList<ResourceFeature> =>
    lists[(feature as ResourceFeature).list];
  return {
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
    handlers: handlersOf(lists),
  };
}

/** The guards of the requests have passed. */
function handlersOf(lists: Lists): ReadonlyMap<string, Handler> {
  return new Map<string, Handler>([
    ["resources/list", (params) => lists.resources.page(params)],
    [
      "resources/templates/list",
      (params) => lists.resourceTemplates.page(params),
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

/** The resource of this very URI goes before templates in their order. */
async function read(
  { resources, resourceTemplates }: Lists,
  uri: string,
  request: RequestRecord,
): Promise<JsonObject> {
  const exact = resources.find(uri);
  const candidates = resourceTemplates.all();
  if (exact) candidates.unshift(exact);
  for (const candidate of candidates) {
    const result = await candidate.read(uri, request);
    if (result !== undefined) return result;
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
): Promise<JsonObject> | undefined {
  const { type, uri = "" } = params.ref;
  if (type !== "ref/resource") return undefined;
  const known = resourceTemplates.find(uri) ?? resources.find(uri);
  const variable = params.argument.name;
  if (known && (!known.completers || known.completers.has(variable)))
    return complete(known.completers?.get(variable), params, request);
  const unknown = known ? `variable: ${variable}` : `template: ${uri}`;
  throw invalidParams(clip(`Unknown ${unknown}`, 200));
}
