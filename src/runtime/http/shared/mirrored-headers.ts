import { toError } from "../../protocol/errors.ts";
import { isObject, isPromiseLike } from "../../protocol/message.ts";
import {
  mirroredParams,
  type Mirrored,
} from "../../features/schema/tool-schema.ts";
import { decodeHeaderValue } from "./header-value.ts";
import type { HttpRequest } from "./request-response.ts";
import { quote } from "./quote.ts";

const known = /* @__PURE__ */ new WeakMap<object, readonly Mirrored[]>();

const none: readonly Mirrored[] = [];

/**
 * The arguments that a tool's schema has mirrored into headers. A schema whose
 * annotations are not sound is reported once: clients leave such a tool out.
 * Throws a TypeError for a promise.
 */
export function mirroredBy(
  schema: unknown,
  onError: (error: Error) => void,
): readonly Mirrored[] {
  if (!isObject(schema)) return none;
  if (isPromiseLike(schema)) {
    // Its rejection would end the process.
    Promise.resolve(schema).catch(() => {});
    throw new TypeError("inputSchema gave a promise: it has to know at once");
  }
  const read = known.get(schema);
  if (read) return read;
  const mirrored = readMirrored(schema, onError);
  known.set(schema, mirrored);
  return mirrored;
}

function readMirrored(
  schema: object,
  onError: (error: Error) => void,
): readonly Mirrored[] {
  try {
    return mirroredParams(schema);
  } catch (error) {
    onError(toError(error));
    return none;
  }
}

/**
 * Says how the headers of a call contradict its arguments, if they do: a value
 * has its header, and a header its value.
 *
 * @see {@link https://modelcontextprotocol.io/specification/draft/basic/transports/streamable-http#server-behavior-for-custom-headers | Custom headers}
 */
export function mirrorProblem(
  mirrored: readonly Mirrored[],
  request: HttpRequest,
  args: unknown,
): string | undefined {
  for (const { path, header } of mirrored) {
    const problem = contradiction(
      header,
      request.header(header),
      `arguments.${path.join(".")}`,
      valueAt(args, path),
    );
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function contradiction(
  header: string,
  raw: string | undefined,
  at: string,
  value: unknown,
): string | undefined {
  const isGiven = value !== undefined && value !== null;
  if (raw === undefined)
    return isGiven ? `${header} is missing, and ${at} is not` : undefined;
  const text = decodeHeaderValue(raw);
  if (text === undefined) return `${header} has no valid value`;
  if (isGiven && isSame(text, value)) return undefined;
  return `${header} is ${quote(text)}, and ${at} is ${quote(value)}`;
}

function isSame(text: string, value: unknown): boolean {
  if (typeof value === "number") return isSameInteger(text, value);
  return typeof value === "boolean" ? text === String(value) : text === value;
}

/** `42` and `42.0`, and nothing that another reader could take for another number. */
const integer = /^-?(0|[1-9]\d*)(\.0+)?$/;

function isSameInteger(text: string, value: number): boolean {
  return (
    Number.isSafeInteger(value) && integer.test(text) && Number(text) === value
  );
}

/** What stands at a path of keys: never what an object inherits. */
export function valueAt(value: unknown, path: readonly string[]): unknown {
  let found = value;
  for (const key of path) {
    if (!isObject(found) || !Object.hasOwn(found, key)) return undefined;
    found = found[key];
  }
  return found;
}
