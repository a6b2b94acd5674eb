import { asksForInput } from "../../schema/model/input.ts";
import { comment } from "../print/comment.ts";
import { block, type Doc } from "../print/layout.ts";
import type { Item } from "../print/module.ts";
import { propertyName } from "../print/names.ts";
import { typeArguments } from "../print/type-syntax.ts";
import {
  answerType,
  documented,
  finalResults,
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

/** One optional, typed function for each message that this side receives. */
export function handlersType(stub: Stub): Item {
  const { own, peer } = stub.side;
  const { requests, notifications } = stub.receives;
  const members = [
    ...requests.map((request) =>
      handler(stub, request, unionOf(handlerResults(stub, request))),
    ),
    ...notifications.map((message) => handler(stub, message, "void")),
  ];
  return {
    kind: "type",
    comment: comment(
      `What the ${own.toLowerCase()} answers, and what it hears from the ${peer.toLowerCase()}.`,
    ),
    exported: true,
    name: `${own}Handlers`,
    text: [`interface ${own}Handlers `, block(...members)],
  };
}

function handler(stub: Stub, message: StubNotification, returns: Doc): Doc {
  const params = receivedParams(stub, message);
  return documented(
    signature(
      `${propertyName(message.message.handler)}?`,
      [
        `params: ${message.bare ? `${params} | undefined` : params}`,
        `context: ${stub.side.own}Context`,
      ],
      typeArguments(runtimeType(stub, "Awaitable"), [returns]),
    ),
    message,
    stub,
  );
}

/** A peer of the other lifecycle sends no `_meta`. */
function receivedParams(stub: Stub, message: StubNotification): string {
  return stub.mixed ? unsentParams(stub, message) : paramsType(stub, message);
}

/** What a handler may return: the runtime completes it, and asks for input itself. */
function handlerResults(stub: Stub, request: StubRequest): string[] {
  const { message, origin } = request;
  return [
    ...finalResults(request).map((result) => answerType(stub, result, origin)),
    ...(message.input === true ? [runtimeType(stub, "InputRequired")] : []),
    ...message.results
      .filter(asksForInput)
      .map((result) => originType(stub, origin, result)),
  ];
}
