import { keywords, reservedNames } from "../../schema/model/reserved.ts";
import { comment } from "../print/comment.ts";
import { group, indent, line } from "../print/layout.ts";
import type { FunctionItem } from "../print/module.ts";
import { quote } from "../print/names.ts";
import { asksForm, shownSchema, tableOf } from "./forms.ts";
import { objectsOf } from "./registry/objects.ts";
import { paramsType } from "./signature.ts";
import {
  originType,
  runtimeType,
  runtimeValue,
  type Stub,
  type StubRequest,
} from "./stub.ts";

/** Functions that make the requests which `inputRequired` asks the client. */
export function inputMakers(stub: Stub): FunctionItem[] {
  return stub.askable.map((request) => inputMaker(stub, request));
}

function inputMaker(stub: Stub, request: StubRequest): FunctionItem {
  const { message, origin } = request;
  const { handler, method, params } = message;
  const maker: FunctionItem = {
    kind: "function",
    comment: comment(`\`${method}\`, as \`inputRequired\` asks it.`),
    exported: true,
    name: makerName(handler),
    parameters: [
      {
        name: "params",
        type: objectParams(stub, request),
        ...(!params.required && { optional: true }),
      },
    ],
    returns: isBareRequest(request)
      ? originType(stub, origin, { name: message.type })
      : runtimeType(stub, "InputRequest"),
    body: params.required
      ? [`return { method: ${quote(method)}, params };`]
      : [
          group(
            "return params === undefined",
            indent(
              line,
              `? { method: ${quote(method)} }`,
              line,
              `: { method: ${quote(method)}, params };`,
            ),
          ),
        ],
  };
  return asksForm(request) ? withSchema(stub, maker, method) : maker;
}

/** Whether the type of a message that travels inside another one is nothing but method and params. */
function isBareRequest({ message, origin }: StubRequest): boolean {
  const { direction, type: name } = message;
  const { properties, required } = origin.lookup;
  return (
    direction === "embedded" &&
    ["method", "params"].every((part) => properties({ name }).has(part)) &&
    (required({ name }) ?? ["?"]).every((part) =>
      ["method", "params"].includes(part),
    )
  );
}

/** Params as the schema has them, so far as they are an object. */
function objectParams(stub: Stub, request: StubRequest): string {
  const { message, origin } = request;
  const objects = objectsOf(origin.protocol);
  const type = paramsType(stub, request);
  return objects.isObject(objects.schemaOf(message.params.name))
    ? type
    : `${type} & object`;
}

/** A form is asked for by its params, or by a schema. */
function withSchema(
  stub: Stub,
  maker: FunctionItem,
  method: string,
): FunctionItem {
  const { comment: own, parameters } = maker;
  const [{ type } = { type: "object" }] = parameters;
  const make = runtimeValue(stub, "toFormParams");
  return {
    ...maker,
    overloads: [
      { ...(own !== undefined && { comment: own }), parameters },
      {
        comment: comment(schemaText(method)),
        typeParameters: "<Of extends Schema>",
        parameters: [
          { name: "schema", type: shownSchema(stub) },
          { name: "message", type: "string" },
        ],
      },
    ],
    parameters: [
      { name: "asked", type: [type, " | Schema"] },
      { name: "message", type: "string", optional: true },
    ],
    body: [
      `const params = ${make}(asked, message, ${tableOf(stub)});`,
      `return { method: ${quote(method)}, params };`,
    ],
  };
}

const schemaText = (
  method: string,
): string => `\`${method}\` with a form for a schema, as \`inputRequired\` asks it: \`context.answer\`
reads what was filled in. Throws a TypeError for a schema that no form can show.

@example
const when = form(z.object({ date: z.iso.date() }));
const book = tool("book", {}, async (_, context) => {
  const trip = await context.answer("when", when);
  if (!trip) return inputRequired({ when: elicit(when, "When?") });
  if (trip.action !== "accept") return "Not booked.";
  return \`Booked for \${trip.content.date}\`;
});`;

/** Neither a reserved word nor what another export is named can name a function. */
function makerName(handler: string): string {
  const isTaken =
    keywords.has(handler) ||
    reservedNames.has(handler) ||
    moduleNames.has(handler);
  return isTaken ? `${handler}Request` : handler;
}

/** What modules of a revision export otherwise, and `then`: it makes a module a promise. */
const moduleNames: ReadonlySet<string> = new Set([
  "assistant",
  "audio",
  "chooseResult",
  "classify",
  "connect",
  "createClient",
  "createClientPeer",
  "createServer",
  "createServerPeer",
  "embedded",
  "errorCodes",
  "expandUriTemplate",
  "form",
  "image",
  "inputRequired",
  "isNotificationMethod",
  "isRequestMethod",
  "jsonSchema",
  "link",
  "notifications",
  "prompt",
  "protocol",
  "requests",
  "resource",
  "resourceTemplate",
  "revision",
  "revisions",
  "structured",
  "text",
  "then",
  "tool",
  "types",
  "user",
]);
