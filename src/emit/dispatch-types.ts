import type {
  NotificationMethod,
  Params,
  Protocol,
  RequestMethod,
} from "../model/index.ts";
import {
  assigned,
  declared,
  entryTypes,
  protocolTypes,
} from "./dispatch-entry-types.ts";
import { block, type Doc } from "./layout.ts";
import type { Item } from "./module.ts";
import { propertyName } from "./names.ts";

type LocalName = (name: string) => string;

/** The types of every method's params and results, and those of the tables. */
export function dispatchTypes(
  protocol: Protocol,
  localName: LocalName,
): Item[] {
  return [
    requestsType(protocol.requests, localName),
    notificationsType(protocol.notifications, localName),
    ...entryTypes(),
    ...protocolTypes(protocol),
  ];
}

function requestsType(
  methods: readonly RequestMethod[],
  localName: LocalName,
): Item {
  const members = methods.map((request): Doc => [
    `${propertyName(request.method)}: `,
    block(paramsMember(request.params, localName), [
      "result:",
      assigned(resultUnion(request, localName)),
      ";",
    ]),
    ";",
  ]);
  return declared(
    ["interface Requests ", block(...members)],
    "The requests, by method.",
  );
}

function notificationsType(
  methods: readonly NotificationMethod[],
  localName: LocalName,
): Item {
  const members = methods.map(({ method, params }): Doc => [
    `${propertyName(method)}: `,
    block(paramsMember(params, localName)),
    ";",
  ]);
  return declared(
    ["interface Notifications ", block(...members)],
    "The notifications, by method.",
  );
}

function paramsMember(params: Params, localName: LocalName): Doc {
  return `params${params.required ? "" : "?"}: ${localName(params.name)};`;
}

/** The union of the results that answer a request, by their local names. */
export function resultUnion(
  { results }: RequestMethod,
  localName: LocalName,
): readonly string[] {
  return results.map(({ name }) => localName(name));
}
