import type {
  NotificationMethod,
  Params,
  Protocol,
  RequestMethod,
} from "../../model/index.ts";
import { block, type Doc } from "../print/layout.ts";
import type { Item } from "../print/module.ts";
import { propertyName } from "../print/names.ts";
import { typeReference } from "../lookup/references.ts";
import { assigned } from "../print/type-syntax.ts";
import { declared, tableTypes } from "./table-types.ts";

/** The types of every method's params and results, and those of the tables. */
export function dispatchTypes(protocol: Protocol): Item[] {
  return [
    requestsType(protocol.requests),
    notificationsType(protocol.notifications),
    ...tableTypes(protocol),
  ];
}

function requestsType(methods: readonly RequestMethod[]): Item {
  const members = methods.map((request): Doc => [
    `${propertyName(request.method)}: `,
    block(paramsMember(request.params), [
      "result:",
      assigned(request.results.map(typeReference)),
      ";",
    ]),
    ";",
  ]);
  return declared(
    "Requests",
    ["interface Requests ", block(...members)],
    "The requests, by method.",
  );
}

function notificationsType(methods: readonly NotificationMethod[]): Item {
  const members = methods.map(({ method, params }): Doc => [
    `${propertyName(method)}: `,
    block(paramsMember(params)),
    ";",
  ]);
  return declared(
    "Notifications",
    ["interface Notifications ", block(...members)],
    "The notifications, by method.",
  );
}

function paramsMember(params: Params): Doc {
  return `params${params.required ? "" : "?"}: ${typeReference(params)};`;
}
