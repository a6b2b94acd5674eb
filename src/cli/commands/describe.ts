import { pageAddress } from "../../schema/model/paths/page.ts";
import { escapeControls, escapeLines } from "../../base/diagnostics/escape.ts";
import { renderModule } from "../../emit/print/render.ts";
import { typesModule } from "../../emit/types/index.ts";
import type {
  Declaration,
  NotificationMethod,
  Params,
  Protocol,
  RequestMethod,
} from "../../schema/model/index.ts";
import { fieldGroups, type FieldGroup } from "./fields.ts";
import { table } from "./table.ts";

/** A protocol on one page: where it is from, its methods and its error codes. */
export function describeProtocol(protocol: Protocol): string {
  const { source, requests, notifications, errors } = protocol;
  const { extensions = [] } = protocol;
  const facts = [
    ["revision", protocol.revision],
    ["source", source?.url ?? "-"],
    ["commit", source?.commit ?? "-"],
    ["sha256", source?.sha256 ?? "-"],
    ["lifecycle", protocol.lifecycle],
    ["batches", protocol.batches ? "yes" : "no"],
    ["features", protocol.features.join(", ") || "-"],
    ["declarations", String(protocol.declarations.length)],
    ...extensions.map(({ extension, revision: own }) => [
      "extension",
      `${extension} (${own})`,
    ]),
  ];
  const heads = ["direction", "handler", "params", "result"];
  return [
    table(facts),
    table([["request", ...heads], ...requests.map(requestRow)]),
    table([
      ["notification", ...heads.slice(0, -1)],
      ...notifications.map(messageRow),
    ]),
    table([["error", "code"], ...errors.map((e) => [e.name, String(e.code)])]),
  ].join("\n");
}

/** All that the protocol says of one method, and the type that declares it. */
export function describeMethod(
  method: RequestMethod | NotificationMethod,
  protocol: Protocol,
): string {
  const { capability, page } = method;
  const results =
    "results" in method
      ? [
          ["result", resultsOf(method)],
          ["name", method.name ?? "-"],
          ["input", method.input ? "may be asked for first" : "-"],
        ]
      : [];
  const side = capability && `${capability.path} of the ${capability.side}`;
  const facts = [
    ["method", method.method],
    ["kind", "results" in method ? "request" : "notification"],
    ["direction", method.direction],
    ["handler", method.handler],
    ["params", paramsOf(method.params)],
    ...results,
    ["capability", side ?? "-"],
    ["page", page === undefined ? "-" : pageAddress(protocol.pages, page)],
  ];
  const type = protocol.declarations.find(({ name }) => name === method.type);
  const declared = type === undefined ? [] : [describeType(type, protocol)];
  const fields = fieldGroups(method, protocol).map(describeFields);
  return [table(facts), ...fields, ...declared].join("\n");
}

/** `params CallToolRequestParams`, and a line for each field: name, type, and what it is for. */
function describeFields({ of, type, fields }: FieldGroup): string {
  const rows = fields.map(({ name, type, optional, description = "" }) => [
    `  ${name}${optional === true && !name.startsWith("[") ? "?" : ""}`,
    shortened(type),
    description,
  ]);
  const none = fields.length === 0 ? "  (no fields)\n" : "";
  return `${escapeControls(`${of} ${type}`)}\n${none}${table(rows)}`;
}

/** A type that stands inline may be longer than a line. */
function shortened(type: string): string {
  return type.length > 60 ? `${type.slice(0, 59)}…` : type;
}

/** A declaration, as `types.ts` prints it. */
export function describeType(
  declaration: Declaration,
  protocol: Protocol,
): string {
  const alone = { ...protocol, declarations: [declaration] };
  const options = { target: "ts", importExtension: ".js" } as const;
  const module = { ...typesModule(alone, true), header: [] };
  const files = renderModule(module, options);
  return escapeLines(files.map(({ text }) => text.trimStart()).join(""));
}

function requestRow(request: RequestMethod): string[] {
  return [...messageRow(request), resultsOf(request)];
}

function messageRow(message: NotificationMethod): string[] {
  const { method, direction, handler, params } = message;
  return [method, direction, handler, paramsOf(params)];
}

function paramsOf({ name, required }: Params): string {
  return required ? name : `${name}?`;
}

function resultsOf({ results }: RequestMethod): string {
  return results.map(({ name }) => name).join(" | ");
}
