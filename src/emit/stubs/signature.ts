import type {
  MethodResult,
  NotificationMethod,
} from "../../schema/model/index.ts";
import { asksForInput } from "../../schema/model/input.ts";
import { comment } from "../print/comment.ts";
import {
  choice,
  group,
  indent,
  join,
  line,
  lines,
  softline,
  type Doc,
} from "../print/layout.ts";
import type { NamedType } from "../lookup/references.ts";
import { messageDocumentation } from "../types/documentation.ts";
import { barred } from "../print/type-syntax.ts";
import { objectsOf } from "./registry/objects.ts";
import {
  originType,
  runtimeType,
  type Origin,
  type Stub,
  type StubNotification,
  type StubRequest,
} from "./stub.ts";

/** A member with what its message is for, and where to read on. */
export function documented(
  member: Doc,
  { message, origin: { protocol } }: StubNotification,
  { docs }: Stub,
  more: { text?: string; tags?: readonly string[] } = {},
): Doc {
  if (!docs) return member;
  const text = messageDocumentation(message, protocol, more);
  return lines(comment(text), member);
}

/** The params as the schema has them. */
export function paramsType(
  stub: Stub,
  { message, origin }: StubNotification,
): string {
  return originType(stub, origin, message.params);
}

/** The params of a request, where the runtime fills in a `_meta` that is required. */
export function unsentParams(stub: Stub, message: StubNotification): string {
  const type = paramsType(stub, message);
  return requiresMeta(message)
    ? `${runtimeType(stub, "OptionalMeta")}<${type}>`
    : type;
}

/** The type of params that a caller gives: objects, as JSON-RPC has them, whatever else the schema allows. */
export function objectsOnly(
  type: string,
  { message, origin }: StubNotification,
): string {
  const { isObject, schemaOf } = objectsOf(origin.protocol);
  return isObject(schemaOf(message.params.name)) ? type : `${type} & object`;
}

function requiresMeta({ message, origin }: StubNotification): boolean {
  return requiredParams(message, origin).includes("_meta");
}

/** Whether a call can do without params: the runtime adds `_meta`. */
export function needsNoParams({ message, origin }: StubNotification): boolean {
  if (!message.params.required) return true;
  const { required } = origin.lookup;
  return required(message.params)?.every((name) => name === "_meta") ?? false;
}

function requiredParams(
  { params }: NotificationMethod,
  { lookup }: Origin,
): string[] {
  return lookup.required(params) ?? [];
}

/** What the runtime adds to a result where its revision requires it. */
const filled = ["resultType", "ttlMs", "cacheScope"];

/** A result without what only one lifecycle requires, and the runtime fills in. */
export function answerType(
  stub: Stub,
  result: NamedType,
  origin: Origin,
): string {
  const type = originType(stub, origin, result);
  const required = origin.lookup.required(result) ?? [];
  return required.some((name) => filled.includes(name))
    ? `${runtimeType(stub, "Answer")}<${type}>`
    : type;
}

/** The results that end a request, rather than ask for input first. */
export function finalResults({ message }: StubRequest): MethodResult[] {
  return message.results.filter((result) => !asksForInput(result));
}

/** The answer itself, and not what stands for it. */
export function mainResult({
  results,
}: StubRequest["message"]): MethodResult | undefined {
  return results.findLast(
    ({ when }) => when === undefined || when.orAbsent === true,
  );
}

export function unionOf(types: readonly string[]): Doc {
  return group(barred([...new Set(types)]));
}

/** A method's signature: the parameters break before the type of what it returns. */
export function signature(
  name: string,
  items: readonly Doc[],
  returns: Doc,
): Doc {
  return group(
    `${name}(`,
    indent(softline, join([",", line], items)),
    choice(",", ""),
    softline,
    "): ",
    returns,
    ";",
  );
}
