import { comment } from "../print/comment.ts";
import {
  block,
  group,
  indent,
  join,
  line,
  lines,
  type Doc,
} from "../print/layout.ts";
import type { Item } from "../print/module.ts";
import { propertyName } from "../print/names.ts";
import { assigned, typeArguments } from "../print/type-syntax.ts";
import { askerName } from "./call-names.ts";
import { formAskers } from "./forms.ts";
import { documented, mainResult, paramsType, signature } from "./signature.ts";
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
  const names =
    own === "Server"
      ? ["Context", "Repeatable", "ServerContextAdditions"]
      : ["Context"];
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
      heritage(`interface ${own}Context`, bases),
      " ",
      block(
        lines(comment(peerTexts[own]), `readonly peer: ${peer}Peer;`),
        lines(
          comment(
            `The name and the version of the ${peer.toLowerCase()}, by its own word. Undefined where it did not say.`,
          ),
          `readonly peerInfo: ${optional(info)};`,
        ),
        lines(
          comment(
            `What the ${peer.toLowerCase()} declares that it can do: whatever is absent, it must not be asked for.`,
          ),
          `readonly peerCapabilities: ${optional(capabilities)};`,
        ),
        ...(own === "Server" ? askers(stub) : []),
      ),
    ],
  };
}

/** One or several bases, below the name where they do not fit. */
function heritage(head: string, bases: readonly string[]): Doc {
  const names = group(indent(line, join([",", line], bases)));
  return bases.length === 1
    ? `${head} extends ${bases.join()}`
    : group(indent(head, line, "extends", names));
}

const peerTexts = {
  Server:
    "The requests and notifications that the client can receive. Stateless revisions have no such requests: `context.elicit` and `inputRequired` work in all.",
  Client: "The requests and notifications that the server can receive.",
} as const;

/** The type of the answers to what a handler asked the client. */
export function answersType(stub: Stub): Item[] {
  const { askable } = stub;
  if (askable.length === 0) return [];
  const answers = askable.map((request) => mainType(stub, request));
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
      comment(
        "The answers to what `inputRequired` asked, by its keys; undefined when the handler runs for the first time.",
      ),
      "readonly inputResponses: InputAnswers | undefined;",
    ),
    ...formAskers(stub),
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
      typeArguments("Promise", [mainType(stub, request)]),
    ),
    request,
    stub,
    { text: rerunText, tags: askerTags(request) },
  );
}

/** What nobody guesses who sees but a call that resolves. */
const rerunText =
  "Resolves with the client's answer. In stateless revisions the handler ends here, and runs again from its start when the answer has come: what stands before this call is then done again. Rejects where the client does not declare that it can be asked.";

function askerTags({ message }: StubRequest): string[] {
  return [
    "@param key - The name of this question, of your own choice: the same each time the handler runs, and another for each question of one call. The answer is found by it.",
    `@param params - What is asked, as \`${message.method}\` has it.`,
    "@param options - How long it may take, and a signal that gives it up.",
  ];
}

function mainType(stub: Stub, { message, origin }: StubRequest): string {
  const main = mainResult(message);
  return main === undefined ? "unknown" : originType(stub, origin, main);
}
