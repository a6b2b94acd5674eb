import type { Awaitable } from "../protocol/answer.ts";
import type { JsonObject } from "../protocol/message.ts";
import type { RequestRecord } from "../peer/record.ts";
import { callHandler, type UntypedHandler } from "./feature.ts";

/** Maximum number of values in one result, by the protocol. */
const maxValues = 100;

/**
 * Completer of an argument: a list that is filtered by prefix, or a function of the typed
 * text and of the values of other arguments.
 */
export type Completer<Context> =
  | readonly string[]
  | ((
      value: string,
      known: { readonly [name: string]: string },
      context: Context,
    ) => Awaitable<readonly string[] | Completion>);

/** Suggested values. */
export interface Completion {
  /** Values, the best first. The first 100 are sent. */
  readonly values: readonly string[];
  /** Total number of values. */
  readonly total?: number;
  /** True if there are more values. Default: derived from `total`. */
  readonly hasMore?: boolean;
}

/** Completer with unknown parameters. */
export type UntypedCompleter = readonly string[] | UntypedHandler;

/** Validated params of `completion/complete`. */
export interface CompleteParams {
  readonly ref: {
    readonly type: string;
    readonly name?: string;
    readonly uri?: string;
  };
  readonly argument: { readonly name: string; readonly value: string };
  readonly context?: {
    readonly arguments?: { readonly [name: string]: string };
  };
}

/**
 * Answers `completion/complete` for an argument.
 *
 * @see {@link https://modelcontextprotocol.io/specification/draft/server/utilities/completion | Completion}
 */
export async function complete(
  completer: UntypedCompleter | undefined,
  { argument, context: { arguments: known = {} } = {} }: CompleteParams,
  request: RequestRecord,
): Promise<JsonObject> {
  const given =
    typeof completer === "function"
      ? await callHandler(completer, argument.value, known, request.context)
      : startingWith(argument.value, completer ?? []);
  // Undefined counts as an empty list.
  const found = asFound(given ?? []);
  const { values, total, hasMore } = isList(found)
    ? { values: found, total: found.length, hasMore: undefined }
    : { ...found, values: found.values ?? [] };
  const first = values.slice(0, maxValues);
  return {
    completion: {
      values: first,
      ...(total !== undefined && { total }),
      hasMore: hasMore ?? (total ?? values.length) > first.length,
    },
  };
}

/** Casts to the result type of a completer. */
function asFound(found: unknown): readonly string[] | Completion {
  return found as readonly string[] | Completion;
}

function startingWith(value: string, all: readonly string[]): string[] {
  const wanted = value.toLowerCase();
  return all.filter((one) => one.toLowerCase().startsWith(wanted));
}

function isList(
  found: readonly string[] | Completion,
): found is readonly string[] {
  return Array.isArray(found);
}
