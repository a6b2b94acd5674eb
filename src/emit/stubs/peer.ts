import { comment } from "../print/comment.ts";
import { object, type ObjectMember } from "../dispatch/objects.ts";
import { block, call, types, type Doc } from "../print/layout.ts";
import type { FunctionItem, Item } from "../print/module.ts";
import { propertyName, quote } from "../print/names.ts";
import { typeArguments } from "../print/type-syntax.ts";
import { callName } from "./call-names.ts";
import { methodFunction } from "./method-function.ts";
import { pageFunctions } from "./pages.ts";
import {
  answerType,
  documented,
  finalResults,
  needsNoParams,
  paramsType,
  signature,
  unionOf,
  unsentParams,
} from "./signature.ts";
import {
  originType,
  runtimeType,
  type Stub,
  type StubNotification,
  type StubRequest,
} from "./stub.ts";

/** The calls that this side can make of its peer, and how they are made. */
export function peerItems(stub: Stub): [Item, FunctionItem] {
  const { peer } = stub.side;
  const { requests, notifications } = stub.sends;
  const notify = notifications.map((message) =>
    notifyMember(stub, message, "Promise<void>"),
  );
  const members = [
    ...requests.map((request) => requestMember(stub, request)),
    ...pageFunctions(stub).members,
  ];
  return [
    {
      kind: "type",
      comment: comment(`What a ${peer.toLowerCase()} can be sent.`),
      exported: true,
      name: `${peer}Peer`,
      text: [
        `interface ${peer}Peer `,
        block(...members, ["readonly notify: ", block(...notify), ";"]),
      ],
    },
    peerFunction(stub),
  ];
}

function requestMember(stub: Stub, request: StubRequest): Doc {
  const optional = needsNoParams(request) ? "?" : "";
  const parameters = [
    `params${optional}: ${unsentParams(stub, request)}`,
    `options?: ${runtimeType(stub, "CallOptions")}`,
  ];
  const returns = typeArguments("Promise", [
    unionOf(resultsOfCall(stub, request)),
  ]);
  return documented(
    signature(
      propertyName(callName(request.message.handler)),
      parameters,
      returns,
    ),
    request,
    stub,
  );
}

/** The results of a call; with both lifecycles, without what only one requires. */
function resultsOfCall(stub: Stub, request: StubRequest): string[] {
  const { origin } = request;
  return finalResults(request).map((result) =>
    stub.mixed
      ? answerType(stub, result, origin)
      : originType(stub, origin, result),
  );
}

/** A function that sends a notification. */
export function notifyMember(
  stub: Stub,
  message: StubNotification,
  returns: string,
): Doc {
  const { handler, params } = message.message;
  const optional = params.required ? "" : "?";
  return documented(
    signature(
      propertyName(handler),
      [`params${optional}: ${paramsType(stub, message)}`],
      returns,
    ),
    message,
    stub,
  );
}

function peerFunction(stub: Stub): FunctionItem {
  const { peer } = stub.side;
  const { requests, notifications } = stub.sends;
  const calls = requests.map(({ message }): ObjectMember => [
    callName(message.handler),
    call("request", [quote(message.method)]),
  ]);
  const pages = pageFunctions(stub);
  const told = notifications.map(({ message }): ObjectMember => [
    message.handler,
    call("notify", [quote(message.method)]),
  ]);
  const sends = calls.length + told.length > 0;
  return {
    kind: "function",
    comment: comment(`The calls of a ${peer}Peer, sent through a caller.`),
    exported: true,
    name: `create${peer}Peer`,
    parameters: [
      {
        // The underscore marks a parameter that is not used.
        name: sends ? "caller" : "_caller",
        type: runtimeType(stub, "UntypedCaller"),
      },
    ],
    returns: `${peer}Peer`,
    body: [
      ...(calls.length > 0 ? [requestFunction(stub)] : []),
      ...pages.helpers,
      ...(told.length > 0 ? [notifyFunction] : []),
      [
        "return ",
        object([...calls, ...pages.entries, ["notify", object(told)]]),
        ";",
      ],
    ],
  };
}

function requestFunction(stub: Stub): Doc {
  const options = runtimeType(stub, "CallOptions");
  return methodFunction(
    "request",
    [
      "(params",
      types("?: unknown"),
      ", options",
      types(`?: ${options}`),
      ")",
      types(": Promise<never>"),
    ],
    "caller.request(method, params, options);",
  );
}

const notifyFunction: Doc = methodFunction(
  "notify",
  ["(params", types("?: unknown"), ")", types(": Promise<void>")],
  "caller.notify(method, params);",
);
