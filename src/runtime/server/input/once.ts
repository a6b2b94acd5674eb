import type { RequestRecord } from "../../peer/record.ts";
import type { Awaitable } from "../../protocol/answer.ts";
import { toError } from "../../protocol/errors.ts";
import { utf8Length } from "../../protocol/weigh.ts";

/** What a server's handler has beside its `Context`: it may run again. */
export interface Repeatable {
  /**
   * Does a piece of work once for the call, also where the handler runs again from
   * its start because it asked: then it gives what came of it the first time.
   *
   * What it gives travels through the client, which can neither read nor change it:
   * it is plain data, as JSON has it, and all of one call are 8 kB at most (8,192
   * bytes). `key` names the work: each piece has its own. Work that fails is done
   * again when the handler runs again. A client that sends an earlier state once
   * more has the work done once more: it is done *at least* once, so give what must
   * not be done twice, such as a payment, a number of its own.
   *
   * Rejects with what the work throws, and with a TypeError for what is no JSON or
   * too long, and for a key that other work of the call has.
   *
   * @example
   * const id = await context.once("order", () => orders.create(args));
   * const { action } = await context.elicit("sure", form);
   */
  once<Value>(
    key: string,
    work: (() => Awaitable<Value>) & Keepable<Value>,
  ): Promise<Value>;
}

/**
 * What work has to be beside so that what it gives can be kept: nothing, or else what
 * no function is, where the result, or a field that is always there, is no JSON for
 * certain.
 */
export type Keepable<Value> = true extends
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

/** Whether a value is no JSON, whatever it is. */
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

/** How much is kept of what one call has done, in bytes of JSON: the client carries it. */
const maxKept = 8_192;

/**
 * Does a piece of work, unless an earlier run of the handler has: then it gives what
 * came of that. What comes of it is kept as JSON, and given as JSON has it, also the
 * first time. Work that fails is not kept.
 */
export function doOnce(
  request: RequestRecord,
  key: string,
  work: () => unknown,
): Promise<unknown> {
  const doing = (request.doing ??= new Map());
  const begun = doing.get(key);
  if (begun?.work === work) return begun.result;
  // In a loop with one key for all, only the first would be done.
  const result = begun
    ? refuse(key, "is for other work")
    : perform(request, key, work);
  if (!begun) doing.set(key, { work, result });
  result.catch(() => begun ?? doing.delete(key));
  return result;
}

/** The end of a run that asks: waits for what is done once, or it would be done twice. */
export async function settle(request: RequestRecord): Promise<void> {
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
      await refuse(key, `goes beyond the ${maxKept} bytes that are kept`);
    done.set(key, text);
  }
  return text ? JSON.parse(text) : undefined;
}

async function refuse(key: string, reason: string): Promise<never> {
  throw new TypeError(`context.once: "${key}" ${reason}`);
}

/** What work gave, as JSON; an empty text where it gave nothing. Throws a TypeError where JSON would change it. */
function toText(value: unknown, key: string): string {
  try {
    const text: string | undefined = JSON.stringify(
      value,
      function (this: Record<string, unknown>, name, part: unknown) {
        // The part before `toJSON`: what a date becomes is no date again.
        if (isJson(this[name], Array.isArray(this))) return part;
        throw new TypeError(
          `${name ? `"${name}"` : "its result"} is ${kindOf(this[name])}: return plain data, such as date.toISOString()`,
        );
      },
    );
    return text ?? "";
  } catch (error) {
    const reason = `gives what is no JSON: ${toError(error).message}`;
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

/** Of no class, in whichever realm. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** `Date`, `NaN` */
function kindOf(value: unknown): string {
  const kind: string = Object.prototype.toString.call(value);
  return typeof value === "number" ? `${value}` : kind.slice(8, -1);
}
