import { isObject, type JsonObject } from "../protocol/message.ts";
import { adviceFor } from "../protocol/options/advice.ts";
import { requireKnown } from "../protocol/sound-option.ts";
import { isSchema } from "./schema/schema.ts";

/** Facts of a revision that functions such as `tool` use at run time. */
export interface FeatureForm {
  /** Fields of the list items, which options may have. Default: any field. */
  readonly fields?: readonly string[];
  /** Fields of a prompt's arguments, which options may have. Default: any field. */
  readonly argumentFields?: readonly string[];
  /** True if the results of a tool may have other fields. */
  readonly isWhole?: boolean;
}

/** Function that creates features. */
export interface FeatureMaker {
  /** Name of the function. */
  readonly name: "tool" | "resource" | "resourceTemplate" | "prompt";
  /** Name of its first parameter, e.g. `uri`. */
  readonly key: string;
  /** Options that are not sent to clients. */
  readonly options: { readonly [option: string]: true };
  /** Advice for options that are schemas. */
  readonly schemas?: string;
}

/**
 * Returns the options that are sent to clients. Throws a TypeError for a call in the form
 * of another library, an unknown option, and a missing handler.
 */
export function listedOptions(
  { name: maker, key: first, options: own, schemas }: FeatureMaker,
  [key, options, handle]: readonly [unknown, unknown, unknown],
  fields?: readonly string[],
): JsonObject {
  const usage = `. Call ${maker}(${first}, options, handler).`;
  if (typeof key !== "string")
    throw new TypeError(`${maker}: ${first} is ${kindOf(key)}${usage}`);
  const what = `${maker} ${JSON.stringify(key)}`;
  if (!isObject(options) || isSchema(options))
    throw new TypeError(
      `${what}: the options are ${isSchema(options) ? "a schema" : kindOf(options)}${usage}`,
    );
  const keys = Object.keys(options);
  const advice: { [name: string]: string } = { ...adviceFor(maker) };
  // A revision that accepts any field does not define these names.
  const isOpen = (one: string): boolean =>
    !Object.hasOwn(advice, one) || (one === "name" && first !== "name");
  const listed = new Set(fields ?? keys.filter(isOpen));
  const known: { [name: string]: true } = { ...own };
  for (const field of listed) known[field] = true;
  // Fields of a zod shape may take the place of the options.
  if (schemas !== undefined)
    for (const one of keys) if (isSchema(options[one])) advice[one] ??= schemas;
  requireKnown(what, options, known, advice);
  if (typeof handle !== "function")
    throw new TypeError(`${what}: the handler is ${kindOf(handle)}${usage}`);
  const { visible } = options;
  if (visible !== undefined && typeof visible !== "function")
    throw new TypeError(
      `${what}: visible is a function, not ${kindOf(visible)}`,
    );
  // In their own order, followed by accessors of a class.
  const described: { [name: string]: unknown } = {};
  for (const one of new Set([...keys, ...listed]))
    if (listed.has(one) && !Object.hasOwn(own, one) && one in options)
      described[one] = options[one];
  return described;
}

/** Returns the kind of a value for a message, e.g. `null` or `an array`. */
export function kindOf(value: unknown): string {
  if (value === undefined) return "missing";
  if (value === null) return "null";
  return Array.isArray(value) ? "an array" : `of type ${typeof value}`;
}
