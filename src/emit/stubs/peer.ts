import type { MethodResult } from "../../schema/model/index.ts";
import { comment } from "../print/comment.ts";
import { object, type ObjectMember } from "../dispatch/objects.ts";
import { block, call, lines, types, type Doc } from "../print/layout.ts";
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
  objectsOnly,
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
export function peerItems(stub: Stub): Item[] {
  const { peer } = stub.side;
  const { requests, notifications } = stub.sends;
  const calls = `${runtimeType(stub, "MethodCalls")}<${peer}Calls, ${peer}Notices>`;
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
        `interface ${peer}Peer extends `,
        calls,
        " ",
        block(
          ...members,
          lines(comment("Sends notifications: nobody answers them."), [
            "readonly notify: ",
            block(...notify),
            ";",
          ]),
        ),
      ],
    },
    methodsType(
      `${peer}Calls`,
      `The requests to a ${peer.toLowerCase()}, by method.`,
      byMethodOf(requests).map(({ message }) => [
        message.method,
        `${peer}Peer[${quote(callName(message.handler))}]`,
      ]),
    ),
    methodsType(
      `${peer}Notices`,
      `The notifications to a ${peer.toLowerCase()}, by method.`,
      byMethodOf(notifications).map(({ message }) => [
        message.method,
        `${peer}Peer["notify"][${quote(message.handler)}]`,
      ]),
    ),
    peerFunction(stub),
  ];
}

/** The newest function of each method: revisions may name it otherwise. */
function byMethodOf<Message extends StubNotification>(
  messages: readonly Message[],
): Message[] {
  return messages.filter(
    ({ message }, index) =>
      index ===
      messages.findIndex((one) => one.message.method === message.method),
  );
}

/** The functions of a peer by their methods. */
function methodsType(
  name: string,
  text: string,
  rows: readonly (readonly [method: string, type: string])[],
): Item {
  return {
    kind: "type",
    comment: comment(text),
    exported: true,
    name,
    text: [
      `interface ${name} `,
      rows.length === 0
        ? "{}"
        : block(
            ...rows.map(
              ([method, type]) => `${propertyName(method)}: ${type};`,
            ),
          ),
    ],
  };
}

/** A function that sends a request. */
export function requestMember(stub: Stub, request: StubRequest): Doc {
  const optional = needsNoParams(request) ? "?" : "";
  const results = finalResults(request);
  const given = objectsOnly(unsentParams(stub, request), request);
  const overload = (answers: readonly MethodResult[], params = given): Doc =>
    documented(
      signature(
        propertyName(callName(request.message.handler)),
        [
          `params${optional}: ${params}`,
          `options?: ${runtimeType(stub, "CallOptions")}`,
        ],
        typeArguments("Promise", [
          unionOf(resultsOfCall(stub, request, answers)),
        ]),
      ),
      request,
      stub,
    );
  const asked = askedFor(request);
  if (asked === undefined) return overload(results);
  const plain = results.filter(({ when }) => when?.property !== asked);
  const without = `${given} & { ${propertyName(asked)}?: undefined }`;
  return lines(overload(plain, without), overload(results));
}

/**
 * The param without which a result of the same name is no answer: whoever asks
 * for no such result gets none.
 */
function askedFor(request: StubRequest): string | undefined {
  const { lookup } = request.origin;
  const params = lookup.properties(request.message.params);
  return finalResults(request)
    .flatMap(({ when }) =>
      when && when.value === undefined ? [when.property] : [],
    )
    .find((name) => params.get(name)?.optional === true);
}

/** The results of a call; with both lifecycles, without what only one requires. */
function resultsOfCall(
  stub: Stub,
  { origin }: StubRequest,
  results: readonly MethodResult[],
): string[] {
  return results.map((result) =>
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
      [`params${optional}: ${objectsOnly(paramsType(stub, message), message)}`],
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
  return {
    kind: "function",
    comment: comment(`The calls of a ${peer}Peer, sent through a caller.`),
    exported: true,
    name: `create${peer}Peer`,
    parameters: [
      {
        name: "caller",
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
        object([
          ...byMethod,
          ...calls,
          ...pages.entries,
          ["notify", object(told)],
        ]),
        ";",
      ],
    ],
  };
}

/** Any call by its method. */
const byMethod: readonly ObjectMember[] = [
  ["request", "caller.request"],
  ["notification", "caller.notify"],
];

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
