import type { NotificationMethod } from "../../model/index.ts";
import { comment } from "../comment.ts";
import { block, type Doc } from "../layout.ts";
import type { Item } from "../module.ts";
import { propertyName } from "../names.ts";
import { typeArguments } from "../type-syntax.ts";
import { documented, paramsType, resultType, signature } from "./signature.ts";
import { declaredOr, type Stub } from "./stub.ts";

/** What a handler gets beside the params: typed for this revision. */
export function contextType(stub: Stub): Item {
  const { own, peer } = stub.side;
  const info = declaredOr(stub, "Implementation", "unknown");
  const capabilities = declaredOr(stub, `${peer}Capabilities`, "unknown");
  const optional = (type: string): string =>
    type === "unknown" ? type : `${type} | undefined`;
  return {
    kind: "type",
    comment: comment(
      "What a handler knows of its message, and can do meanwhile.",
    ),
    exported: true,
    name: `${own}Context`,
    text: [
      `interface ${own}Context extends Context `,
      block(
        `readonly peer: ${peer}Peer;`,
        `readonly peerInfo: ${optional(info)};`,
        `readonly peerCapabilities: ${optional(capabilities)};`,
      ),
    ],
  };
}

/** One optional, typed function for each message that this side receives. */
export function handlersType(stub: Stub): Item {
  const { own, peer } = stub.side;
  const { requests, notifications } = stub.receives;
  const members = [
    ...requests.map((request) =>
      handler(stub, request, awaitable(resultType(request))),
    ),
    ...notifications.map((message) =>
      handler(stub, message, awaitable("void")),
    ),
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

function handler(stub: Stub, message: NotificationMethod, returns: Doc): Doc {
  const params = paramsType(message);
  const optional = message.params.required ? params : `${params} | undefined`;
  return documented(
    signature(
      `${propertyName(message.handler)}?`,
      [`params: ${optional}`, `context: ${stub.side.own}Context`],
      returns,
    ),
    message,
    stub,
  );
}

function awaitable(type: Doc): Doc {
  return typeArguments("Awaitable", [type]);
}
