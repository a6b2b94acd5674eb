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
  describedBy,
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
 * Makes a template of resources, whose handler gets the variables of the URI
 * that is read. It returns what the handler of a resource does; undefined when
 * there is no such resource. Throws a TypeError for what is no URI template,
 * and for one whose variables cannot be told apart (see `createUriMatcher`,
 * which also says what a variable can hold).
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
       * Says who may see it, and read what it describes.
       *
       * @default everybody
       */
      readonly visible?: Visible;
      /**
       * The scopes that it takes over HTTP to read what it describes, to hear of
       * updates, and to complete its variables. For a completion, a function
       * gets the variables that are known so far, and an empty text for the
       * others.
       *
       * @default none
       */
      readonly scopes?: NeededScopes<UriVariables<Template>>;
      /**
       * Gives the resources that there are for who asks. They are listed among
       * the others. No other resource of the template can be read or subscribed
       * to, unless `readUnlisted` says so.
       */
      readonly list?: (
        viewer: Viewer,
      ) => Awaitable<readonly ResourceIn<ResourceTemplate>[]>;
      /**
       * Whether a resource can be read that `list` does not tell of.
       *
       * @default false
       */
      readonly readUnlisted?: boolean;
      /** What suggests values for its variables, by name. */
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

/** A resource that a template describes, as it is listed. */
export type ResourceIn<ResourceTemplate> = Omit<
  ResourceTemplate,
  "uriTemplate"
> & {
  /** The address, which the template matches. */
  readonly uri: string;
  /** How many bytes it has. */
  readonly size?: number;
};

interface TemplateSettings extends ResourceSettings {
  /** Lists the resources that there are. */
  readonly list?: ListResources;
  /** Whether what is not listed is read, too. */
  readonly readUnlisted?: boolean;
  /** What suggests values, by variable. */
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

/** `DefineResourceTemplate` for any revision; generated modules give it their types. */
export function defineResourceTemplate(
  uriTemplate: string,
  options: TemplateSettings,
  handler: UntypedHandler,
  { fields }: FeatureForm = {},
): Feature {
  const described = describedBy(maker, [uriTemplate, options, handler], fields);
  const { mimeType, ttlMs, cacheScope, visible, scopes } = options;
  const { list, readUnlisted, complete = {} } = options;
  const { names, match } = createResourceMatcher(uriTemplate);
  const stray = Object.keys(complete).find((name) => !names.includes(name));
  if (stray !== undefined)
    throw new TypeError(`${uriTemplate} has no variable ${stray} to complete`);
  // What some may read is for nobody else to keep.
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
