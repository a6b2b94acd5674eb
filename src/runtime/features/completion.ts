import type { Awaitable } from "../protocol/answer.ts";
import type { JsonObject } from "../protocol/message.ts";
import type { RequestRecord } from "../peer/record.ts";
import { callHandler, type UntypedHandler } from "./feature.ts";

/** All that the protocol lets one answer hold. */
const maxValues = 100;

/**
 * Suggests values for an argument: a list to choose from by its beginning, or a
 * function of what is typed so far and of the arguments that are known already.
 */
export type Completer<Context> =
  | readonly string[]
  | ((
      value: string,
      known: { readonly [name: string]: string },
      context: Context,
    ) => Awaitable<readonly string[] | Completion>);

/** Some of all the values that there are, the best ones first. */
export interface Completion {
  /** The best first; of more than 100 the first 100 are sent. */
  readonly values: readonly string[];
  /** How many there are in all. */
  readonly total?: number;
  /** Whether there are more than these. By default what `total` says. */
  readonly hasMore?: boolean;
}

/** A completer, whatever its parameters are. */
export type UntypedCompleter = readonly string[] | UntypedHandler;

/** The params of `completion/complete`, which the guard has passed. */
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
  // Nothing to suggest is an empty list.
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

/** The type of a completer says so. */
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
