import type {
  NotificationMethod,
  Params,
  Protocol,
  RequestMethod,
} from "../../schema/model/index.ts";
import { block, type Doc } from "../print/layout.ts";
import type { Item } from "../print/module.ts";
import { propertyName } from "../print/names.ts";
import {
  typeReference,
  type MessageSet,
  type NamedType,
} from "../lookup/references.ts";
import { assigned } from "../print/type-syntax.ts";
import { declared, tableTypes } from "./table-types.ts";

/** The types of every method's params and results, and those of the tables. */
export function dispatchTypes(protocol: Protocol): Item[] {
  return [...methodTypes(protocol, typeReference), ...tableTypes(protocol)];
}

/** How a module refers to a type. */
export type Reference = (type: NamedType) => string;

/** The types of every method's params and results. */
export function methodTypes(
  { requests, notifications }: MessageSet,
  reference: Reference,
): Item[] {
  return [
    requestsType(requests, reference),
    notificationsType(notifications, reference),
  ];
}

function requestsType(
  methods: readonly RequestMethod[],
  reference: Reference,
): Item {
  const members = methods.map((request): Doc => [
    `${propertyName(request.method)}: `,
    block(paramsMember(request.params, reference), [
      "result:",
      assigned(request.results.map(reference)),
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

function notificationsType(
  methods: readonly NotificationMethod[],
  reference: Reference,
): Item {
  const members = methods.map(({ method, params }): Doc => [
    `${propertyName(method)}: `,
    block(paramsMember(params, reference)),
    ";",
  ]);
  return declared(
    "Notifications",
    ["interface Notifications ", block(...members)],
    "The notifications, by method.",
  );
}

function paramsMember(params: Params, reference: Reference): Doc {
  return `params${params.required ? "" : "?"}: ${reference(params)};`;
}
