import type { NotificationMethod, RequestMethod } from "../../model/index.ts";
import { comment } from "../comment.ts";
import { object, type Entry } from "../dispatch/objects.ts";
import { block, call, group, indent, line, type Doc } from "../layout.ts";
import type { FunctionItem, Item } from "../module.ts";
import { propertyName, quote } from "../names.ts";
import { typeArguments } from "../type-syntax.ts";
import { documented, paramsType, resultType, signature } from "./signature.ts";
import { fillsMeta, type Stub } from "./stub.ts";

/** The calls that this side can make of its peer, and how they are made. */
export function peerItems(stub: Stub): [Item, FunctionItem] {
  const { peer } = stub.side;
  const { requests, notifications } = stub.sends;
  const notify = notifications.map((message) => notifyMember(stub, message));
  const members = requests.map((request) => requestMember(stub, request));
  return [
    {
      kind: "type",
      comment: comment(
        `What a ${peer.toLowerCase()} of this revision can be sent.`,
      ),
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

function requestMember(stub: Stub, request: RequestMethod): Doc {
  const declared = paramsType(request);
  const type = fillsMeta(stub) ? `Unsent<${declared}>` : declared;
  const parameters = [sentParams(type, request), "options?: CallOptions"];
  const returns = typeArguments("Promise", [resultType(request)]);
  return documented(
    signature(propertyName(callName(request)), parameters, returns),
    request,
    stub,
  );
}

function notifyMember(stub: Stub, message: NotificationMethod): Doc {
  const parameters = [sentParams(paramsType(message), message)];
  return documented(
    signature(propertyName(message.handler), parameters, "Promise<void>"),
    message,
    stub,
  );
}

function peerFunction(stub: Stub): FunctionItem {
  const { peer } = stub.side;
  const { requests, notifications } = stub.sends;
  const sends = requests.length > 0 || notifications.length > 0;
  const calls = requests.map((request): Entry => [
    callName(request),
    arrow(
      "(params, options) =>",
      call("caller.request", [quote(request.method), "params", "options"]),
    ),
  ]);
  const notify = notifications.map((message): Entry => [
    message.handler,
    arrow(
      "(params) =>",
      call("caller.notify", [quote(message.method), "params"]),
    ),
  ]);
  return {
    kind: "function",
    comment: comment(`The calls of a ${peer}Peer, sent through a caller.`),
    exported: true,
    name: `create${peer}Peer`,
    parameters: [
      {
        // The underscore marks a parameter that is not used.
        name: sends ? "caller" : "_caller",
        type: "Caller<Requests, Notifications>",
      },
    ],
    returns: `${peer}Peer`,
    body: [["return ", object([...calls, ["notify", object(notify)]]), ";"]],
  };
}

/** Names that a client has beside its calls, or that mean something to a promise. */
const reserved: ReadonlySet<string> = new Set([
  "close",
  "connect",
  "instructions",
  "notify",
  "serverCapabilities",
  "serverInfo",
  "then",
]);

function callName({ handler }: RequestMethod): string {
  return reserved.has(handler) ? `${handler}Request` : handler;
}

/** The parameter of a call; what the runtime fills in need not be there. */
function sentParams(type: string, { params }: NotificationMethod): Doc {
  return `params${params.required ? "" : "?"}: ${type}`;
}

function arrow(head: Doc, body: Doc): Doc {
  return group(head, indent(line, body));
}
