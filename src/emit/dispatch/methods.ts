import { capabilityKeys } from "../../model/paths/capability-path.ts";
import type {
  NotificationMethod,
  Protocol,
  RequestMethod,
} from "../../model/index.ts";
import { asksForInput } from "../../model/input.ts";
import { list, types } from "../print/layout.ts";
import { createLookup, type TypeLookup } from "../lookup/lookup.ts";
import type { Item } from "../print/module.ts";
import { freeName, quote } from "../print/names.ts";
import { createIsFlag, type IsFlag } from "./capability.ts";
import { object, type ObjectMember } from "./objects.ts";

/** A method, and the constant that says what all tables say of it. */
export interface TableMethod<Method extends NotificationMethod> {
  readonly method: Method;
  readonly constant: string;
}

/** The methods of the tables. */
export interface TableMethods {
  readonly requests: readonly TableMethod<RequestMethod>[];
  readonly notifications: readonly TableMethod<NotificationMethod>[];
}

export function nameMethods(protocol: Protocol): TableMethods {
  const used = new Set<string>();
  const named =
    (kind: string) =>
    <Method extends NotificationMethod>(
      method: Method,
    ): TableMethod<Method> => ({
      method,
      constant: freeName(`${method.handler}${kind}`, used),
    });
  return {
    requests: protocol.requests.map(named("Request")),
    notifications: protocol.notifications.map(named("Notification")),
  };
}

/** One constant for each method, that its entries in all tables share. */
export function methodConstants(
  protocol: Protocol,
  { requests, notifications }: TableMethods,
): Item[] {
  const isFlag = createIsFlag(protocol);
  const lookup = createLookup(protocol);
  return [
    ...requests.map(({ method, constant }) =>
      methodConstant(constant, [
        ...common(method, isFlag),
        ...traits(method, lookup),
      ]),
    ),
    ...notifications.map(({ method, constant }) =>
      methodConstant(constant, common(method, isFlag)),
    ),
  ];
}

function methodConstant(name: string, entries: readonly ObjectMember[]): Item {
  return {
    kind: "constant",
    exported: false,
    name,
    value: [object(entries), types(" as const")],
  };
}

function common(message: NotificationMethod, isFlag: IsFlag): ObjectMember[] {
  return [
    ["handler", quote(message.handler)],
    ["direction", quote(message.direction)],
    ...capability(message, isFlag),
  ];
}

function capability(
  { capability: needed }: NotificationMethod,
  isFlag: IsFlag,
): ObjectMember[] {
  if (needed === undefined) return [];
  const value = object([
    ["side", quote(needed.side)],
    ["path", list("[", capabilityKeys(needed.path).map(quote), "]")],
    ["flag", String(isFlag(needed))],
  ]);
  return [["capability", value]];
}

function traits(request: RequestMethod, lookup: TypeLookup): ObjectMember[] {
  const entries: ObjectMember[] = [];
  if (request.name !== undefined) entries.push(["name", quote(request.name)]);
  if (request.input === true) entries.push(["input", "true"]);
  if (isCacheable(request, lookup)) entries.push(["cacheable", "true"]);
  return entries;
}

/** Whether the answer has to say how long it may be kept, and for whom. */
function isCacheable(
  { results }: RequestMethod,
  { required }: TypeLookup,
): boolean {
  const main = results.findLast((result) => !asksForInput(result));
  const names = main === undefined ? [] : (required(main) ?? []);
  return names.includes("ttlMs") && names.includes("cacheScope");
}
