import type { Awaitable, ItemOf } from "../protocol/answer.ts";
import type { CacheHints } from "../protocol/cache-hints.ts";
import type { AsksForInput } from "../protocol/revision/unfinished.ts";
import type { OptionNames } from "../protocol/sound-option.ts";
import { isSameUri, normalizeUri } from "../protocol/uri.ts";
import {
  type NeededScopes,
  type Viewer,
  type Visible,
  viewerOf,
} from "../protocol/viewer.ts";
import type { Completer, UntypedCompleter } from "./completion.ts";
import {
  type FeatureForm,
  type FeatureMaker,
  listedOptions,
} from "./feature-options.ts";
import {
  type Feature,
  type Returning,
  type Returns,
  type UntypedHandler,
  callHandler,
} from "./feature.ts";
import {
  type BlobFor,
  type ContentsResult,
  type PartFor,
  type ResourceAnswer,
  type ResourceSettings,
  type TextFor,
  readContents,
} from "./resource.ts";
import {
  type ListResources,
  type ResourceFeature,
  collectResources,
} from "./resources.ts";
import { createResourceMatcher } from "./uri/match.ts";
import {
  type UriVariableName,
  type UriVariables,
  normalizeTemplate,
} from "./uri/template.ts";

/**
 * Creates a resource template. Its handler receives the variables of the requested URI, and
 * returns the same types as the handler of a resource; undefined if the resource does not
 * exist. Throws a TypeError for an invalid template, and for one that a URI can match in
 * two ways (see `createUriMatcher`, which also describes valid values).
 *
 * @see {@link https://modelcontextprotocol.io/specification/draft/server/resources#resource-templates | Resource Templates}
 */
export type DefineResourceTemplate<ResourceTemplate, Result, Context> = <
  const Template extends string,
  Returned extends Returning<ResourceAnswer<Result>> = ResourceAnswer<Result>,
>(
  uriTemplate: Template,
  options: Omit<ResourceTemplate, "uriTemplate"> &
    Partial<CacheHints> & {
      /**
       * Decides which clients can see the template and read its resources.
       *
       * @default everybody
       */
      readonly visible?: Visible;
      /**
       * Scopes that reading, updates and completion require over HTTP. For a completion, a
       * function receives the known variables, and empty strings for the others.
       *
       * @default none
       */
      readonly scopes?: NeededScopes<UriVariables<Template>>;
      /**
       * Returns the resources that exist for a client. The resource list includes them.
       * Clients cannot read or subscribe to other resources of the template, unless
       * `readUnlisted` is true.
       */
      readonly list?: (
        viewer: Viewer,
      ) => Awaitable<readonly ResourceIn<ResourceTemplate>[]>;
      /**
       * Allows reading resources that `list` does not return.
       *
       * @default false
       */
      readonly readUnlisted?: boolean;
      /** Completers by variable. */
      readonly complete?: {
        readonly [Name in UriVariableName<Template>]?: Completer<Context>;
      };
    },
  handler: ((
    variables: UriVariables<Template>,
    context: Context,
    uri: string,
  ) => Awaitable<Returned>) &
    Returns<
      Returned,
      | TextFor<Result, string>
      | BlobFor<Result, Uint8Array>
      | PartFor<Result>
      | readonly (
          | TextFor<Result, string>
          | BlobFor<Result, Uint8Array>
          | PartFor<Result>
        )[]
      | ContentsResult<readonly ItemOf<Result, "contents">[]>
      | AsksForInput
      | undefined
    >,
) => Feature;

/** Listed resource of a template. */
export type ResourceIn<ResourceTemplate> = Omit<
  ResourceTemplate,
  "uriTemplate"
> & {
  /** URI that matches the template. */
  readonly uri: string;
  /** Size in bytes. */
  readonly size?: number;
};

interface TemplateSettings extends ResourceSettings {
  /** Lists the existing resources. */
  readonly list?: ListResources;
  /** Allows reading resources that are not listed. */
  readonly readUnlisted?: boolean;
  /** Completers by variable. */
  readonly complete?: { readonly [name: string]: UntypedCompleter | undefined };
}

const own: OptionNames<Omit<TemplateSettings, "mimeType">> = {
  ttlMs: true,
  cacheScope: true,
  visible: true,
  scopes: true,
  list: true,
  readUnlisted: true,
  complete: true,
};

const maker: FeatureMaker = {
  name: "resourceTemplate",
  key: "uriTemplate",
  options: own,
};

/** Implements `DefineResourceTemplate` for any revision. Generated modules add the types. */
export function defineResourceTemplate(
  uriTemplate: string,
  options: TemplateSettings,
  handler: UntypedHandler,
  { fields }: FeatureForm = {},
): Feature {
  const described = listedOptions(
    maker,
    [uriTemplate, options, handler],
    fields,
  );
  const { mimeType, ttlMs, cacheScope, visible, scopes } = options;
  const { list, readUnlisted, complete = {} } = options;
  const { names, match } = createResourceMatcher(uriTemplate);
  const stray = Object.keys(complete).find((name) => !names.includes(name));
  if (stray !== undefined)
    throw new TypeError(`${uriTemplate} has no variable ${stray} to complete`);
  // Other clients must not use a cached result of a restricted resource.
  const scope = visible || scopes || list ? "private" : cacheScope;
  const form = { mimeType, ttlMs, cacheScope: scope };
  const has = async (uri: string, viewer: Viewer): Promise<boolean> =>
    !list ||
    readUnlisted === true ||
    (await list(viewer)).some((listed) => isSameUri(listed.uri, uri));
  const template: ResourceFeature = {
    key: normalizeTemplate(uriTemplate) ?? uriTemplate,
    kind: "resources",
    collect: collectResources,
    list: "resourceTemplates",
    listed: { uriTemplate, ...described },
    visible,
    scopes,
    matches: match,
    has,
    instances: list,
    completers: new Map(
      names.map((name) => [
        name,
        Object.hasOwn(complete, name) ? complete[name] : undefined,
      ]),
    ),
    async read(uri, request, variables) {
      if (list && !(await has(uri, viewerOf(request.sink)))) return undefined;
      const answer = await callHandler(
        handler,
        variables,
        request.context,
        normalizeUri(uri),
      );
      return readContents(answer, { ...form, uri }, request);
    },
  };
  return template;
}
