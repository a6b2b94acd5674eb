import type {
  MethodResult,
  NotificationMethod,
  Params,
  Protocol,
  RequestMethod,
} from "../../model/index.ts";
import { comment } from "../comment.ts";
import { block, hardline, indent, join, list, type Doc } from "../layout.ts";
import type { Item } from "../module.ts";
import { quote } from "../names.ts";
import { typeArguments } from "../type-syntax.ts";
import { createIsFlag, type IsFlag } from "./capability.ts";
import { object, type Entry } from "./objects.ts";

/** The tables of a protocol: requests and notifications, by method. */
export function methodTables(protocol: Protocol): Item[] {
  const isFlag = createIsFlag(protocol);
  return [
    requestTable(protocol.requests, isFlag),
    notificationTable(protocol.notifications, isFlag),
  ];
}

function requestTable(
  requests: readonly RequestMethod[],
  isFlag: IsFlag,
): Item {
  return table(
    "requests",
    "Requests",
    typeArguments("RequestEntry", [
      'Requests[Method]["params"]',
      'Requests[Method]["result"]',
    ]),
    requests.map((request): Entry => [
      request.method,
      object([
        ...messageEntries(request, isFlag),
        ["results", results(request)],
      ]),
    ]),
  );
}

function notificationTable(
  notifications: readonly NotificationMethod[],
  isFlag: IsFlag,
): Item {
  return table(
    "notifications",
    "Notifications",
    typeArguments("NotificationEntry", ['Notifications[Method]["params"]']),
    notifications.map((notification): Entry => [
      notification.method,
      object(messageEntries(notification, isFlag)),
    ]),
  );
}

function table(
  name: string,
  methods: string,
  entryType: Doc,
  entries: readonly Entry[],
): Item {
  const member: Doc = [
    `readonly [Method in keyof ${methods}]: `,
    entryType,
    ";",
  ];
  return {
    kind: "constant",
    comment: comment(`What to do with each of the ${name}.`),
    exported: true,
    name,
    type: block(member),
    value: object(entries),
  };
}

function messageEntries(message: NotificationMethod, isFlag: IsFlag): Entry[] {
  return [
    ["handler", quote(message.handler)],
    ["direction", quote(message.direction)],
    ...capability(message, isFlag),
    ["params", params(message.params)],
  ];
}

function capability(
  { capability: needed }: NotificationMethod,
  isFlag: IsFlag,
): Entry[] {
  if (needed === undefined) return [];
  const value = object([
    ["side", quote(needed.side)],
    ["path", list("[", needed.path.split(".").map(quote), "]")],
    ["flag", String(isFlag(needed))],
  ]);
  return [["capability", value]];
}

function params({ name, required }: Params): Doc {
  return object([
    ["type", quote(name)],
    ["required", String(required)],
    ...guards(name),
  ]);
}

function results(request: RequestMethod): Doc {
  const entries = request.results.map((result) =>
    object([
      ["type", quote(result.name)],
      ...condition(result),
      ...guards(result.name),
    ]),
  );
  const rows = join([",", hardline], entries);
  return ["[", indent(hardline, rows, ","), hardline, "]"];
}

function condition({ when }: MethodResult): Entry[] {
  if (when === undefined) return [];
  const { property, value, orAbsent } = when;
  const entries: Entry[] = [["property", quote(property)]];
  if (value !== undefined) entries.push(["value", quote(value)]);
  if (orAbsent === true) entries.push(["orAbsent", "true"]);
  return [["when", object(entries)]];
}

function guards(name: string): Entry[] {
  return [
    ["is", `guards.is${name}`],
    ["validate", `guards.validate${name}`],
  ];
}
