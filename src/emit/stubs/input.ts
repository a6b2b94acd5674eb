import { keywords, reservedNames } from "../../model/reserved.ts";
import { comment } from "../print/comment.ts";
import { group, indent, line } from "../print/layout.ts";
import type { FunctionItem } from "../print/module.ts";
import { quote } from "../print/names.ts";
import { paramsType } from "./signature.ts";
import {
  originType,
  runtimeType,
  type Stub,
  type StubRequest,
} from "./stub.ts";

/** Functions that make the requests which `inputRequired` asks the client. */
export function inputMakers(stub: Stub): FunctionItem[] {
  return stub.askable.map((request) => inputMaker(stub, request));
}

function inputMaker(stub: Stub, request: StubRequest): FunctionItem {
  const { message, origin } = request;
  const { handler, method, params, direction, type } = message;
  // One that travels inside another message is nothing but method and params.
  const returns =
    direction === "embedded"
      ? originType(stub, origin, { name: type })
      : runtimeType(stub, "InputRequest");
  return {
    kind: "function",
    comment: comment(`\`${method}\`, as \`inputRequired\` asks it.`),
    exported: true,
    name: makerName(handler),
    parameters: [
      {
        name: "params",
        type: paramsType(stub, request),
        ...(!params.required && { optional: true }),
      },
    ],
    returns,
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
}

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
