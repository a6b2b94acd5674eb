import type {
  Direction,
  MethodResult,
  NotificationMethod,
  Params,
  RequestMethod,
} from "../../schema/model/index.ts";
import { comment } from "../print/comment.ts";
import { block, hardline, indent, join, type Doc } from "../print/layout.ts";
import type { FunctionItem, Item } from "../print/module.ts";
import { objectKey, quote } from "../print/names.ts";
import { typeArguments } from "../print/type-syntax.ts";
import type { TableMethod, TableMethods } from "./methods.ts";
import {
  lazyProperty,
  object,
  properties,
  type ObjectMember,
} from "./objects.ts";

/** The tables of a protocol: requests and notifications, by method. */
export function methodTables({
  requests,
  notifications,
}: TableMethods): Item[] {
  return [
    ...table("requests", "createRequests", {
      type: fullType(
        "Requests",
        typeArguments("RequestEntry", [
          'Requests[Method]["params"]',
          'Requests[Method]["result"]',
        ]),
      ),
      rows: requests.map(({ method, facts }) =>
        row(method, [
          ...facts,
          ["params", fullParams(method.params)],
          ["results", array(method.results.map(fullResult))],
        ]),
      ),
    }),
    ...table("notifications", "createNotifications", {
      type: fullType(
        "Notifications",
        typeArguments("NotificationEntry", ['Notifications[Method]["params"]']),
      ),
      rows: notifications.map(({ method, facts }) =>
        row(method, [...facts, ["params", fullParams(method.params)]]),
      ),
    }),
  ];
}

interface Table {
  readonly type: Doc;
  readonly rows: readonly Doc[];
}

function table(
  name: "requests" | "notifications",
  create: string,
  { type, rows }: Table,
): Item[] {
  return [
    {
      kind: "constant",
      comment: comment(`What to do with each of the ${name}.`),
      exported: true,
      name,
      type,
      value: `/* @__PURE__ */ ${create}()`,
    },
    // A bundler drops a call that is marked, and keeps an object that spreads others.
    createTable(create, `typeof ${name}`, rows),
  ];
}

function fullType(methods: string, entry: Doc): Doc {
  return block([`readonly [Method in keyof ${methods}]: `, entry, ";"]);
}

/** What one side of a connection does: whose guards its tables need. */
export interface Side {
  readonly name: "server" | "client";
  readonly receives: readonly Direction[];
  readonly sends: readonly Direction[];
}

export const sides: readonly Side[] = [
  {
    name: "server",
    receives: ["clientToServer", "both"],
    sends: ["serverToClient", "embedded", "both"],
  },
  {
    name: "client",
    receives: ["serverToClient", "embedded", "both"],
    sends: ["clientToServer", "both"],
  },
];

/** The tables of each side, with the guards of what that side receives alone. */
export function sideTables(
  methods: TableMethods,
  traits: readonly ObjectMember[],
): Item[] {
  return sides.flatMap((side) => sideTable(side, methods, traits));
}

function sideTable(
  side: Side,
  methods: TableMethods,
  traits: readonly ObjectMember[],
): Item[] {
  const { name } = side;
  const { requests, notifications } = sideRows(side, methods);
  const opening = hasOpening(methods.requests.map(({ method }) => method))
    ? []
    : [openingRow(side)];
  const requestTable = lazyTable(name, "Requests", [...opening, ...requests]);
  const notificationTable = lazyTable(name, "Notifications", notifications);
  return [
    {
      kind: "constant",
      comment: comment(
        `This revision for a ${name}, with the guards of what a ${name} receives. Its tables are created on first use: most processes speak one revision.`,
      ),
      exported: true,
      name: `${name}Protocol`,
      type: "SideTable",
      value: block(
        ...properties(traits),
        requestTable.property,
        notificationTable.property,
      ),
    },
    ...requestTable.items,
    ...notificationTable.items,
  ];
}

/** A table that is created on first use: its getter, its variable, and the function that creates it. */
function lazyTable(
  side: Side["name"],
  kind: "Requests" | "Notifications",
  rows: readonly Doc[],
): { readonly property: Doc; readonly items: Item[] } {
  const member = kind === "Requests" ? "requests" : "notifications";
  const variable = `${side}${kind}`;
  const create = `create${side === "server" ? "Server" : "Client"}${kind}`;
  const type = `SideTable["${member}"]`;
  return {
    property: lazyProperty(member, variable, `${create}()`),
    items: [
      { kind: "variable", exported: false, name: variable, type },
      createTable(create, type, rows),
    ],
  };
}

/** Whether clients have a request to begin with, by which they learn what a server speaks. */
function hasOpening(requests: readonly RequestMethod[]): boolean {
  return requests.some(({ method }) => openings.includes(method));
}

const openings: readonly string[] = ["initialize", "server/discover"];

/** The request that a client begins with, where the schema has none: of its own form nothing is known. */
function openingRow({ name }: Side): Doc {
  const anything = "validate: () => undefined";
  return [
    `// The schema has no request that a connection begins with: this one serves for it.`,
    hardline,
    `${quote("server/discover")}: `,
    block(
      'handler: "discover",',
      'direction: "clientToServer",',
      name === "server"
        ? `params: { required: false, ${anything} },`
        : `results: [{ ${anything} }],`,
    ),
    ",",
  ];
}

/** The guard of a type, from a module by the name of `guards`. */
const ownGuard = (name: string): Doc => `guards.validate${name}`;

/** The entries of what one side sends and receives, with the guards of what it receives. */
export function sideRows(
  side: Side,
  { requests, notifications }: TableMethods,
  guard: (name: string) => Doc = ownGuard,
): { readonly requests: Doc[]; readonly notifications: Doc[] } {
  const { receives, sends } = side;
  const travels = ({ method }: TableMethod<NotificationMethod>): boolean =>
    [...receives, ...sends].includes(method.direction);
  return {
    requests: requests
      .filter(travels)
      .map(({ method, facts }) =>
        row(method, [
          ...facts,
          ...sideParams(method, side, guard),
          ...sideResults(method, side, guard),
        ]),
      ),
    notifications: notifications
      .filter(travels)
      .map(({ method, facts }) =>
        row(method, [...facts, ...sideParams(method, side, guard)]),
      ),
  };
}

function sideParams(
  { direction, params }: NotificationMethod,
  { receives }: Side,
  guard: (name: string) => Doc,
): ObjectMember[] {
  if (!receives.includes(direction)) return [];
  const value = object([
    ["required", String(params.required)],
    ["validate", guard(params.name)],
  ]);
  return [["params", value]];
}

function sideResults(
  { direction, results }: RequestMethod,
  { sends }: Side,
  guard: (name: string) => Doc,
): ObjectMember[] {
  return sends.includes(direction)
    ? [["results", resultEntries(results, guard)]]
    : [];
}

/** Results with their guards, from a module by the name of `guards`. */
export function resultEntries(
  results: readonly MethodResult[],
  guard: (name: string) => Doc = ownGuard,
): Doc {
  return array(
    results.map((result) =>
      object([...condition(result), ["validate", guard(result.name)]]),
    ),
  );
}

function createTable(
  name: string,
  returns: Doc,
  rows: readonly Doc[],
): FunctionItem {
  return {
    kind: "function",
    exported: false,
    name,
    parameters: [],
    returns,
    body: [["return ", block(...rows), ";"]],
  };
}

/** An entry of a table: what all tables say of the method, and the guards of this one. */
function row(
  { method }: NotificationMethod,
  members: readonly ObjectMember[],
): Doc {
  return [objectKey(method), ": ", object(members), ","];
}

function fullParams({ name, required }: Params): Doc {
  return object([
    ["type", quote(name)],
    ["required", String(required)],
    ...fullGuards(name),
  ]);
}

function fullResult(result: MethodResult): Doc {
  return object([
    ["type", quote(result.name)],
    ...condition(result),
    ...fullGuards(result.name),
  ]);
}

function fullGuards(name: string): ObjectMember[] {
  return [
    ["is", `guards.is${name}`],
    ["validate", `guards.validate${name}`],
  ];
}

function condition({ when }: MethodResult): ObjectMember[] {
  if (when === undefined) return [];
  const { property, value, orAbsent } = when;
  const entries: ObjectMember[] = [["property", quote(property)]];
  if (value !== undefined) entries.push(["value", quote(value)]);
  if (orAbsent === true) entries.push(["orAbsent", "true"]);
  return [["when", object(entries)]];
}

function array(entries: readonly Doc[]): Doc {
  if (entries.length === 0) return "[]";
  const rows = join([",", hardline], entries);
  return ["[", indent(hardline, rows, ","), hardline, "]"];
}
