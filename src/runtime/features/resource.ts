import type { RequestRecord } from "../peer/record.ts";
import type { Awaitable, ItemOf } from "../protocol/answer.ts";
import type { CacheHints } from "../protocol/cache-hints.ts";
import { type JsonObject, isObject } from "../protocol/message.ts";
import { entryOf } from "../protocol/revision/protocol-table.ts";
import {
  type AsksForInput,
  isUnfinished,
} from "../protocol/revision/unfinished.ts";
import type { OptionNames } from "../protocol/sound-option.ts";
import { hasScheme, normalizeUri } from "../protocol/uri.ts";
import type { Guarded, NeededScopes, Visible } from "../protocol/viewer.ts";
import { encodeBase64 } from "./base64.ts";
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
import { type ResourceFeature, collectResources } from "./resources.ts";

/**
 * Creates a resource with a fixed URI. Its handler returns text, bytes, contents or a
 * complete result; undefined if the resource does not exist now. Default cache hints are
 * those of the server. Throws a TypeError for a URI without a scheme.
 *
 * @see {@link https://modelcontextprotocol.io/specification/draft/server/resources | Resources}
 */
export type DefineResource<Resource, Result, Context> = <
  Returned extends Returning<ResourceAnswer<Result>> = ResourceAnswer<Result>,
>(
  uri: string,
  options: Omit<Resource, "uri"> &
    Partial<CacheHints> & {
      /**
       * Decides which clients can see and read the resource.
       *
       * @default everybody
       */
      readonly visible?: Visible;
      /**
       * Scopes that reading and updates require over HTTP.
       *
       * @default none
       */
      readonly scopes?: NeededScopes<string>;
    },
  handler: ((uri: string, context: Context) => Awaitable<Returned>) &
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

/** Return types of a resource's handler. The URI and the MIME type are added. */
export type ResourceAnswer<Result> =
  | TextFor<Result, string>
  | BlobFor<Result, Uint8Array>
  | PartFor<Result>
  | readonly (
      TextFor<Result, string> | BlobFor<Result, Uint8Array> | PartFor<Result>
    )[]
  | ContentsResult<readonly ItemOf<Result, "contents">[]>
  | AsksForInput
  | undefined;

/** Contents with the kinds of parts that the revision supports. */
export type PartFor<Result> = [TextFor<Result, 1>] extends [never]
  ? BlobFor<Result, BlobPart>
  : [BlobFor<Result, 1>] extends [never]
    ? TextPart
    : ContentsPart;

/** `Short` if the revision supports text parts; otherwise `never`. */
export type TextFor<Result, Short> = [{ uri: string; text: string }] extends [
  ItemOf<Result, "contents">,
]
  ? Short
  : never;

/** `Short` if the revision supports parts with bytes; otherwise `never`. */
export type BlobFor<Result, Short> = [{ uri: string; blob: string }] extends [
  ItemOf<Result, "contents">,
]
  ? Short
  : never;

/** Part of the contents, with text, or with bytes or base64. */
export type ContentsPart = TextPart | BlobPart;

interface TextPart extends PartHead {
  /** Text. */
  readonly text: string;
}

interface BlobPart extends PartHead {
  /** Bytes, or a base64 string. */
  readonly blob: Uint8Array | string;
}

interface PartHead {
  /** URI of the part. Default: the requested URI. */
  readonly uri?: string;
  /** MIME type of the part. Default: that of the resource. */
  readonly mimeType?: string;
  /** Metadata for clients that know it. */
  readonly _meta?: { readonly [key: string]: unknown };
}

/** Complete result of a resource. */
export interface ContentsResult<Contents> extends Partial<CacheHints> {
  /** Parts. */
  readonly contents: Contents;
  /** Metadata for clients that know it. */
  readonly _meta?: { readonly [key: string]: unknown };
}

export interface ResourceSettings extends Partial<CacheHints>, Guarded {
  /** MIME type, e.g. `text/markdown`. */
  readonly mimeType?: unknown;
}

const own: OptionNames<Omit<ResourceSettings, "mimeType">> = {
  ttlMs: true,
  cacheScope: true,
  visible: true,
  scopes: true,
};

const maker: FeatureMaker = {
  name: "resource",
  key: "uri",
  options: own,
};

/** Implements `DefineResource` for any revision. Generated modules add the types. */
export function defineResource(
  uri: string,
  options: ResourceSettings,
  handler: UntypedHandler,
  { fields }: FeatureForm = {},
): Feature {
  const described = listedOptions(maker, [uri, options, handler], fields);
  const { mimeType, ttlMs, cacheScope, visible, scopes } = options;
  requireScheme(uri);
  // Other clients must not use a cached result of a restricted resource.
  const scope = visible || scopes ? "private" : cacheScope;
  const form = { uri, mimeType, ttlMs, cacheScope: scope };
  const key = normalizeUri(uri);
  const resource: ResourceFeature = {
    key,
    kind: "resources",
    collect: collectResources,
    list: "resources",
    listed: { uri, ...described },
    completers: undefined,
    visible,
    scopes,
    matches: (asked) =>
      asked === uri || normalizeUri(asked) === key ? uri : undefined,
    has: () => true,
    read: async (_, request) =>
      readContents(
        await callHandler(handler, uri, request.context),
        form,
        request,
      ),
  };
  return resource;
}

/** Throws a TypeError for a URI without a scheme (RFC 3986, section 3.1). */
function requireScheme(uri: string): void {
  if (hasScheme(uri)) return;
  throw new TypeError(`A URI begins with a scheme: ${JSON.stringify(uri)}`);
}

/** Defaults for the contents. */
interface ContentsForm {
  readonly uri: string;
  readonly mimeType: unknown;
  readonly ttlMs: number | undefined;
  readonly cacheScope: string | undefined;
}

/**
 * Returns the result for the answer of a handler; undefined for undefined and null, if the
 * resource does not exist.
 */
export function readContents(
  answer: unknown,
  form: ContentsForm,
  request: RequestRecord,
): JsonObject | undefined {
  if (answer === undefined || answer === null) return undefined;
  if (isUnfinished(answer)) return answer;
  if (!isObject(answer) || !("contents" in answer)) {
    const parts = Array.isArray(answer) ? answer : [answer];
    return readContents({ contents: parts }, form, request);
  }
  const { contents } = answer;
  if (!Array.isArray(contents))
    throw new TypeError("contents has to be an array");
  const { ttlMs, cacheScope } = form;
  const cacheable = entryOf(request.table.requests, request.method)?.cacheable;
  return {
    ...(cacheable && ttlMs !== undefined && { ttlMs }),
    ...(cacheable && cacheScope !== undefined && { cacheScope }),
    ...answer,
    contents: contents.map((part) => toPart(part, form)),
  };
}

function toPart(part: unknown, { uri, mimeType }: ContentsForm): JsonObject {
  const head = { uri, ...(mimeType !== undefined && { mimeType }) };
  if (typeof part === "string") return { ...head, text: part };
  if (part instanceof Uint8Array) return { ...head, blob: encodeBase64(part) };
  if (!isObject(part)) throw new TypeError("the handler returned no contents");
  const { blob } = part;
  if (!(blob instanceof Uint8Array)) return { ...head, ...part };
  return { ...head, ...part, blob: encodeBase64(blob) };
}
