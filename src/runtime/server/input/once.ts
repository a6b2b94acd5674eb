import type { RequestRecord } from "../../peer/record.ts";
import type { Awaitable } from "../../protocol/answer.ts";
import { toError } from "../../protocol/errors.ts";
import { utf8Length } from "../../protocol/weigh.ts";

/** Members of a server's context for handlers that may run again. */
export interface Repeatable {
  /**
   * Runs a function once for a call. If the handler runs again from its start after a
   * question, `once` returns the first result.
   *
   * The result travels through the client, which can neither read nor change it. It has to
   * be plain JSON data, at most 8 kB (8,192 bytes) for all results of one call. `key`
   * identifies the function: use a different key for each one. A function that fails runs
   * again when the handler runs again. A client can repeat an earlier state, so the
   * function runs *at least* once: give actions that must not be repeated, such as a
   * payment, an idempotency key.
   *
   * Rejects with the error of the function, and with a TypeError for a result that is not
   * JSON or too long, and for a key that another function of the call has.
   *
   * @example
   * const id = await context.once("order", () => orders.create(args));
   * const { action } = await context.elicit("sure", form);
   */
  once<Value>(
    key: string,
    work: (() => Awaitable<Value>) & JsonSerializable<Value>,
  ): Promise<Value>;
}

/**
 * Constraint for functions of `once`: no constraint, or a type that no function has if the
 * result, or one of its required fields, can never be JSON.
 */
export type JsonSerializable<Value> = true extends
  | Never<Value>
  | ([Value] extends [readonly (infer Item)[]]
      ? Never<Item>
      : [Value] extends [object]
        ? { [Name in keyof Value]: Never<Value[Name]> }[keyof Value]
        : never)
  ? {
      /** Return plain data, such as `date.toISOString()`. */
      readonly "no JSON": Value;
    }
  : unknown;

/** True if a value of the type can never be JSON. */
type Never<Value> = unknown extends Value
  ? false
  : [Value] extends [never]
    ? false
    : [Value] extends [NoJson]
      ? true
      : false;

type NoJson =
  | bigint
  | symbol
  | Date
  | RegExp
  | ReadonlyMap<never, unknown>
  | ReadonlySet<unknown>
  | ArrayBufferView
  | ((...given: never) => unknown);

/** Maximum size of the results of one call, in bytes of JSON. The client carries them. */
const maxKept = 8_192;

/**
 * Runs a function, or returns the result of an earlier run of the handler. Results are
 * stored as JSON, and the first run also returns the value parsed from JSON. Errors are not
 * stored.
 */
export function memoize(
  request: RequestRecord,
  key: string,
  work: () => unknown,
): Promise<unknown> {
  const doing = (request.doing ??= new Map());
  const begun = doing.get(key);
  if (begun?.work === work) return begun.result;
  // In a loop with one key for all, only the first function would run.
  const result = begun
    ? refuse(key, "is the key of another function. Use a different key.")
    : perform(request, key, work);
  if (!begun) doing.set(key, { work, result });
  result.catch(() => begun ?? doing.delete(key));
  return result;
}

/** Waits for the functions of a run that asks for input: otherwise they would run twice. */
export async function awaitMemoized(request: RequestRecord): Promise<void> {
  const doing = request.doing?.values() ?? [];
  await Promise.allSettled(Array.from(doing, ({ result }) => result));
  request.doing = undefined;
  request.hasRun = true;
}

async function perform(
  request: RequestRecord,
  key: string,
  work: () => unknown,
): Promise<unknown> {
  const done = (request.done ??= new Map());
  let text = done.get(key);
  if (text === undefined) {
    text = toText(await work(), key);
    if (utf8Length([...done, key, text].join()) > maxKept)
      await refuse(
        key,
        `exceeds the limit of ${maxKept} bytes for the results of a call`,
      );
    done.set(key, text);
  }
  return text ? JSON.parse(text) : undefined;
}

async function refuse(key: string, reason: string): Promise<never> {
  throw new TypeError(`context.once: "${key}" ${reason}`);
}

/**
 * Returns a result as JSON, or an empty string for undefined. Throws a TypeError if JSON
 * would change the value.
 */
function toText(value: unknown, key: string): string {
  try {
    const text: string | undefined = JSON.stringify(
      value,
      function (this: Record<string, unknown>, name, part: unknown) {
        // The value before `toJSON`: a date would not be parsed back into a date.
        if (isJson(this[name], Array.isArray(this))) return part;
        throw new TypeError(
          `${name ? `"${name}"` : "its result"} is ${kindOf(this[name])}: return plain data, such as date.toISOString()`,
        );
      },
    );
    return text ?? "";
  } catch (error) {
    const reason = `returned a value that is not JSON: ${toError(error).message}`;
    throw new TypeError(`context.once: "${key}" ${reason}`, { cause: error });
  }
}

function isJson(value: unknown, isItem: boolean): boolean {
  switch (typeof value) {
    case "object":
      return value === null || Array.isArray(value) || isPlain(value);
    case "undefined":
      return !isItem;
    case "number":
      return Number.isFinite(value);
    default:
      return typeof value === "string" || typeof value === "boolean";
  }
}

/** True for objects without a class, of any realm. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** Returns the kind of a value for a message, e.g. `Date` or `NaN`. */
function kindOf(value: unknown): string {
  const kind: string = Object.prototype.toString.call(value);
  return typeof value === "number" ? `${value}` : kind.slice(8, -1);
}
