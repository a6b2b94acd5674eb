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
  describedBy,
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
 * Makes a resource of a fixed URI. Its handler returns text, bytes, contents or
 * a whole result; undefined when there is nothing at the moment. Cache hints that
 * it does not give are the server's. Throws a TypeError when the URI has no
 * scheme.
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
       * Says who may see it and read it.
       *
       * @default everybody
       */
      readonly visible?: Visible;
      /**
       * The scopes that it takes over HTTP to read it, and to hear of its
       * updates.
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

/** What the handler of a resource may return; a URI and a MIME type are added. */
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

/** Contents as they are, so far as the revision has such parts. */
export type PartFor<Result> = [TextFor<Result, 1>] extends [never]
  ? BlobFor<Result, BlobPart>
  : [BlobFor<Result, 1>] extends [never]
    ? TextPart
    : ContentsPart;

/** What stands for a part with a text, where the revision has such parts. */
export type TextFor<Result, Short> = [{ uri: string; text: string }] extends [
  ItemOf<Result, "contents">,
]
  ? Short
  : never;

/** What stands for a part with bytes, where the revision has such parts. */
export type BlobFor<Result, Short> = [{ uri: string; blob: string }] extends [
  ItemOf<Result, "contents">,
]
  ? Short
  : never;

/** Contents as they are, or with bytes in the place of base64. */
export type ContentsPart = TextPart | BlobPart;

interface TextPart extends PartHead {
  /** The text itself. */
  readonly text: string;
}

interface BlobPart extends PartHead {
  /** Bytes, or what is base64 already. */
  readonly blob: Uint8Array | string;
}

interface PartHead {
  /** The address of this part: what was asked for by default. */
  readonly uri?: string;
  /** The format of this part: the resource's by default. */
  readonly mimeType?: string;
  /** Anything else, for clients that know it. */
  readonly _meta?: { readonly [key: string]: unknown };
}

/** A result of a resource, whole. */
export interface ContentsResult<Contents> extends Partial<CacheHints> {
  /** The parts. */
  readonly contents: Contents;
  /** Anything else, for clients that know it. */
  readonly _meta?: { readonly [key: string]: unknown };
}

export interface ResourceSettings extends Partial<CacheHints>, Guarded {
  /** The format that it has, such as `text/markdown`. */
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

/** `DefineResource` for any revision; generated modules give it their types. */
export function defineResource(
  uri: string,
  options: ResourceSettings,
  handler: UntypedHandler,
  { fields }: FeatureForm = {},
): Feature {
  const described = describedBy(maker, [uri, options, handler], fields);
  const { mimeType, ttlMs, cacheScope, visible, scopes } = options;
  requireScheme(uri);
  // What some may read is for nobody else to keep.
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

/** As RFC 3986 has it, section 3.1. */
function requireScheme(uri: string): void {
  if (hasScheme(uri)) return;
  throw new TypeError(`A URI begins with a scheme: ${JSON.stringify(uri)}`);
}

/** Defaults for the answers of a handler. */
interface ContentsForm {
  readonly uri: string;
  readonly mimeType: unknown;
  readonly ttlMs: number | undefined;
  readonly cacheScope: string | undefined;
}

/** Returns the result for the answer of a handler; undefined for undefined and null, if the resource does not exist. */
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
  if (!Array.isArray(contents)) throw new TypeError("contents are no array");
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
