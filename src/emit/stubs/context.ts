import { comment } from "../print/comment.ts";
import { block, lines, type Doc } from "../print/layout.ts";
import type { Item } from "../print/module.ts";
import { propertyName } from "../print/names.ts";
import { assigned, typeArguments } from "../print/type-syntax.ts";
import { askerName } from "./call-names.ts";
import { documented, paramsType, signature } from "./signature.ts";
import {
  declaredOr,
  originType,
  runtimeType,
  type Stub,
  type StubRequest,
} from "./stub.ts";

/** What a handler gets beside the params: typed for this revision. */
export function contextType(stub: Stub): Item {
  const { own, peer } = stub.side;
  const info = declaredOr(stub, "Implementation", "unknown");
  const capabilities = declaredOr(stub, `${peer}Capabilities`, "unknown");
  const names = own === "Server" ? ["Context", "Repeatable"] : ["Context"];
  const bases = names.map((name) => runtimeType(stub, name));
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
      `interface ${own}Context extends ${bases.join(", ")} `,
      block(
        `readonly peer: ${peer}Peer;`,
        `readonly peerInfo: ${optional(info)};`,
        `readonly peerCapabilities: ${optional(capabilities)};`,
        ...(own === "Server" ? askers(stub) : []),
      ),
    ],
  };
}

/** The type of the answers to what a handler asked the client. */
export function answersType(stub: Stub): Item[] {
  const { askable } = stub;
  if (askable.length === 0) return [];
  const answers = askable.map((request) => mainResult(stub, request));
  return [
    {
      kind: "type",
      comment: comment("What a client answered, by the keys of the questions."),
      exported: true,
      name: "InputAnswers",
      text: [
        "interface InputAnswers ",
        block([
          "readonly [key: string]:",
          assigned([...new Set(answers)]),
          ";",
        ]),
      ],
    },
  ];
}

/** Input from the client in mid-call: the answers so far, and functions that ask. */
function askers(stub: Stub): Doc[] {
  const { askable } = stub;
  if (askable.length === 0) return [];
  return [
    lines(
      comment("The answers to what `inputRequired` asked; undefined at first."),
      "readonly inputResponses: InputAnswers | undefined;",
    ),
    ...askable.map((request) => asker(stub, request)),
  ];
}

function asker(stub: Stub, request: StubRequest): Doc {
  const { handler, params } = request.message;
  const optional = params.required ? "" : "?";
  return documented(
    signature(
      propertyName(askerName(handler)),
      [
        "key: string",
        `params${optional}: ${paramsType(stub, request)}`,
        `options?: ${runtimeType(stub, "CallOptions")}`,
      ],
      typeArguments("Promise", [mainResult(stub, request)]),
    ),
    request,
    stub,
  );
}

/** The answer itself, and not a task that will give it. */
function mainResult(stub: Stub, { message, origin }: StubRequest): string {
  const main = message.results.findLast(
    ({ when }) => when === undefined || when.orAbsent === true,
  );
  return main === undefined ? "unknown" : originType(stub, origin, main);
}
