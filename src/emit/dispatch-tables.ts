import type {
  MethodResult,
  NotificationMethod,
  Params,
  Protocol,
  RequestMethod,
} from "../model/index.ts";
import { comment } from "./comment.ts";
import { isFlag } from "./dispatch-capability.ts";
import { object, type Entry } from "./dispatch-objects.ts";
import {
  block,
  group,
  hardline,
  indent,
  join,
  line,
  list,
  softline,
  type Doc,
} from "./layout.ts";
import type { Item } from "./module.ts";
import { quote } from "./names.ts";

type LocalName = (name: string) => string;

/** The table of the requests, by method. */
export function requestTable(protocol: Protocol, localName: LocalName): Item {
  return table(
    "requests",
    "Requests",
    typeArguments("RequestEntry", [
      'Requests[Method]["params"]',
      'Requests[Method]["result"]',
    ]),
    protocol.requests.map((request): Entry => [
      request.method,
      object([
        ...messageEntries(request, protocol, localName),
        ["results", results(request, localName)],
      ]),
    ]),
  );
}

/** The table of the notifications, by method. */
export function notificationTable(
  protocol: Protocol,
  localName: LocalName,
): Item {
  return table(
    "notifications",
    "Notifications",
    typeArguments("NotificationEntry", ['Notifications[Method]["params"]']),
    protocol.notifications.map((notification): Entry => [
      notification.method,
      object(messageEntries(notification, protocol, localName)),
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

function messageEntries(
  message: NotificationMethod,
  protocol: Protocol,
  localName: LocalName,
): Entry[] {
  return [
    ["handler", quote(message.handler)],
    ["direction", quote(message.direction)],
    ...capability(message, protocol),
    ["params", params(message.params, localName)],
  ];
}

function capability(message: NotificationMethod, protocol: Protocol): Entry[] {
  const needed = message.capability;
  if (needed === undefined) return [];
  const value = object([
    ["side", quote(needed.side)],
    ["path", list("[", needed.path.split(".").map(quote), "]")],
    ["flag", String(isFlag(needed, protocol))],
  ]);
  return [["capability", value]];
}

function params({ name, required }: Params, localName: LocalName): Doc {
  return object([
    ["type", quote(name)],
    ["required", String(required)],
    ...guards(name, localName),
  ]);
}

function results(request: RequestMethod, localName: LocalName): Doc {
  const entries = request.results.map((result) =>
    object([
      ["type", quote(result.name)],
      ...condition(result),
      ...guards(result.name, localName),
    ]),
  );
  const rows = join([",", hardline], entries);
  return ["[", indent(hardline, rows, ","), hardline, "]"];
}

function condition({ when }: MethodResult): Entry[] {
  if (when === undefined) return [];
  const property: Entry = ["property", quote(when.property)];
  if (when.value === undefined) return [["when", object([property])]];
  return [["when", object([property, ["value", quote(when.value)]])]];
}

function guards(name: string, localName: LocalName): Entry[] {
  return [
    ["is", localName(`is${name}`)],
    ["validate", localName(`validate${name}`)],
  ];
}

function typeArguments(name: string, args: readonly Doc[]): Doc {
  return group(
    `${name}<`,
    indent(softline, join([",", line], args)),
    softline,
    ">",
  );
}
