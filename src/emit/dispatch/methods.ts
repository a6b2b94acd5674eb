import { capabilityKeys } from "../../schema/model/paths/capability-path.ts";
import type {
  NotificationMethod,
  Protocol,
  RequestMethod,
} from "../../schema/model/index.ts";
import { asksForInput } from "../../schema/model/input.ts";
import { list, types, type Doc } from "../print/layout.ts";
import { createLookup, type TypeLookup } from "../lookup/lookup.ts";
import { quote } from "../print/names.ts";
import { createIsFlag, type IsFlag } from "./capability.ts";
import { object, type ObjectMember } from "./objects.ts";

/** A method, and what all tables say of it. */
export interface TableMethod<Method extends NotificationMethod> {
  readonly method: Method;
  readonly facts: readonly ObjectMember[];
}

/** The methods of the tables. */
export interface TableMethods {
  readonly requests: readonly TableMethod<RequestMethod>[];
  readonly notifications: readonly TableMethod<NotificationMethod>[];
}

export function tableMethods(protocol: Protocol): TableMethods {
  const isFlag = createIsFlag(protocol);
  const lookup = createLookup(protocol);
  return {
    requests: protocol.requests.map((method) => ({
      method,
      facts: [...common(method, isFlag), ...traits(method, lookup)],
    })),
    notifications: protocol.notifications.map((method) => ({
      method,
      facts: common(method, isFlag),
    })),
  };
}

function common(message: NotificationMethod, isFlag: IsFlag): ObjectMember[] {
  return [
    ["handler", quote(message.handler)],
    ["direction", literal(message.direction, message)],
    ...capability(message, isFlag),
  ];
}

/**
 * A text of which the type is that text. TypeScript takes the type of a table's row
 * from the table, but for a name that every object has a member of.
 */
function literal(text: string, { method }: NotificationMethod): Doc {
  return method in Object.prototype
    ? [quote(text), types(" as const")]
    : quote(text);
}

function capability(
  message: NotificationMethod,
  isFlag: IsFlag,
): ObjectMember[] {
  const { capability: needed } = message;
  if (needed === undefined) return [];
  const value = object([
    ["side", literal(needed.side, message)],
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
