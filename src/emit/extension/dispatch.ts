import { tableMethods } from "../dispatch/methods.ts";
import { object, type ObjectMember } from "../dispatch/objects.ts";
import { sentBy } from "../dispatch/sends.ts";
import {
  resultEntries,
  sideRows,
  sides,
  type Side,
} from "../dispatch/tables.ts";
import { declared } from "../dispatch/table-types.ts";
import { methodTypes } from "../dispatch/types.ts";
import { comment } from "../print/comment.ts";
import { block, type Doc } from "../print/layout.ts";
import type { ImportItem, Item, Module } from "../print/module.ts";
import { objectKey, propertyName, quote } from "../print/names.ts";
import { assigned } from "../print/type-syntax.ts";
import {
  coreNames,
  headerOf,
  referenceIn,
  type ExtensionView,
} from "./view.ts";

/** What an extension adds to the tables of a revision: for a server, and for a client. */
export function extensionDispatch(view: ExtensionView): Module {
  const { protocol, folder } = view;
  const items = [
    ...methodTypes(protocol, (type) => referenceIn(view, type)),
    ...alternativesType(view),
    rowsType,
    ...sides.flatMap((side) => sideItems(side, view)),
  ];
  return {
    path: `${folder}/dispatch`,
    header: headerOf(view, "Dispatch tables"),
    items: [...importsOf(view), ...items],
  };
}

/** What the runtime merges into the table of a revision. */
const rowsType: Item = declared(
  "ExtensionRows",
  [
    "interface ExtensionRows ",
    block(
      'readonly requests: dispatch.SideTable["requests"];',
      'readonly notifications: dispatch.SideTable["notifications"];',
      "readonly results?: dispatch.SideSends;",
      "readonly sends?: dispatch.SideSends;",
      [
        "readonly subscriptions?: ",
        block([
          "readonly [notification: string]: ",
          block("readonly filter: string;", "readonly param: string;"),
          ";",
        ]),
        ";",
      ],
    ),
  ],
  "What it adds to one revision, as one side of a connection sees it.",
);

/** The types of what methods of the core may be answered with instead. */
function alternativesType(view: ExtensionView): Item[] {
  const rows = Object.entries(view.part.results).map(
    ([method, results]): Doc => [
      `${propertyName(method)}:`,
      assigned(results.map((result) => referenceIn(view, result))),
      ";",
    ],
  );
  if (rows.length === 0) return [];
  return [
    declared(
      "AlternativeResults",
      ["interface AlternativeResults ", block(...rows)],
      "Results that methods of the core may have instead of their own, by method.",
    ),
  ];
}

/** The rows of one side, made where they are needed: a bundler drops the call else. */
function sideItems(side: Side, view: ExtensionView): Item[] {
  const { name } = side;
  const stem = name === "server" ? "Server" : "Client";
  return [
    {
      kind: "constant",
      comment: comment(`What it adds to the table of a ${name}.`),
      exported: true,
      name: `${name}Rows`,
      type: "ExtensionRows",
      value: `/* @__PURE__ */ create${stem}Rows()`,
    },
    {
      kind: "function",
      exported: false,
      name: `create${stem}Rows`,
      parameters: [],
      returns: "ExtensionRows",
      body: [["return ", object(sideMembers(side, view)), ";"]],
    },
  ];
}

function sideMembers(side: Side, view: ExtensionView): ObjectMember[] {
  const { part, protocol } = view;
  const guard = (type: string): Doc => guardIn(view, type);
  const { requests, notifications } = sideRows(
    side,
    tableMethods(protocol),
    guard,
  );
  const results = Object.entries(part.results).map(([method, types]): Doc => [
    `${objectKey(method)}: `,
    resultEntries(types, guard),
    ",",
  ]);
  const sends = sentBy(side.name, protocol).map(({ method, types }): Doc => [
    `${objectKey(method)}: `,
    resultEntries(types, guard),
    ",",
  ]);
  const subscriptions = Object.entries(part.subscriptions).map(
    ([method, { filter, param }]): Doc => [
      `${objectKey(method)}: `,
      object([
        ["filter", quote(filter)],
        ["param", quote(param)],
      ]),
      ",",
    ],
  );
  const filled = (name: string, rows: readonly Doc[]): ObjectMember[] =>
    rows.length === 0 ? [] : [[name, block(...rows)]];
  return [
    ["requests", block(...requests)],
    ["notifications", block(...notifications)],
    ...filled("results", results),
    ...filled("sends", sends),
    ...filled("subscriptions", subscriptions),
  ];
}

/** The validator of a type: the core's own is where the core declares it. */
function guardIn({ isCore }: ExtensionView, name: string): string {
  return `${isCore(name) ? coreNames.guards : "guards"}.validate${name}`;
}

function importsOf({ part, protocol, isCore }: ExtensionView): ImportItem[] {
  const { requests, notifications } = protocol;
  const used = [
    ...requests.flatMap(({ params, results }) => [params, ...results]),
    ...notifications.map(({ params }) => params),
    ...Object.values(part.results).flat(),
  ];
  const named = used.filter(({ type }) => type === undefined);
  const ofCore = named.some(({ name }) => isCore(name));
  const ofOwn = named.some(({ name }) => !isCore(name));
  const guardsOfOwn = used.some(({ name }) => !isCore(name));
  const modules: readonly (readonly [boolean, string, string, boolean])[] = [
    [ofCore, coreNames.guards, "../../guards", false],
    [true, "dispatch", "../../dispatch", true],
    [ofCore, coreNames.types, "../../types", true],
    [guardsOfOwn, "guards", "./guards", false],
    [ofOwn, "types", "./types", true],
  ];
  return modules
    .filter(([isUsed]) => isUsed)
    .map(([, namespace, from, types]) => {
      return { kind: "import", types, names: [], namespace, from };
    });
}
