import { comment } from "../print/comment.ts";
import {
  block,
  group,
  indent,
  lines,
  softline,
  type Doc,
} from "../print/layout.ts";
import type { Item } from "../print/module.ts";
import { quote } from "../print/names.ts";
import { barred, typeParameters } from "../print/type-syntax.ts";
import { declaredOr, runtimeType, type Stub } from "./stub.ts";

/** What a stub is made from, typed for its revisions; the rest is the runtime's. */
export function optionsType(stub: Stub): Item {
  const { own } = stub.side;
  const side = own.toLowerCase();
  const info = declaredOr(stub, "Implementation", "object");
  const capabilities = declaredOr(stub, `${own}Capabilities`, "object");
  const any = extensionList(stub);
  return {
    kind: "type",
    comment: comment(`What a ${side} is made from.`),
    exported: true,
    name: `${own}Options`,
    text: [
      `interface ${own}Options`,
      typeParameters([["Extensions extends ", any, " = ", any]]),
      ` extends ${runtimeType(stub, `${own}Settings`)} `,
      block(
        lines(
          comment(`The name and the version that the ${side} gives itself.`),
          `readonly info: ${info};`,
        ),
        lines(
          comment(
            "The only revisions that are spoken: all of them by default.",
          ),
          ["readonly revisions?: readonly ", revisionIds(stub), "[];"],
        ),
        lines(
          comment(capabilityTexts[own]),
          `readonly capabilities?: ${capabilities};`,
        ),
        lines(
          comment(handlerTexts[own]),
          `readonly handlers?: ${own}Handlers;`,
        ),
        lines(
          comment(
            "Handlers of methods that no revision has, by method: a vendor's, an extension's.",
          ),
          `readonly methods?: ${runtimeType(stub, "MethodHandlers")}<${own}Context>;`,
        ),
        lines(
          comment(extensionTexts[own]),
          "readonly extensions?: Extensions;",
        ),
      ),
    ],
  };
}

/** The type of a list of extensions. */
function extensionList(stub: Stub): string {
  return `readonly ${runtimeType(stub, `${stub.side.own}Extension`)}[]`;
}

/** The type parameter of a function that makes a stub, and what its extensions add to that. */
export function extensionsOf(stub: Stub): {
  readonly parameter: Doc;
  readonly members: string;
} {
  const members = runtimeType(stub, `${stub.side.own}Members`);
  return {
    parameter: typeParameters([
      `const Extensions extends ${extensionList(stub)} = []`,
    ]),
    members: `${members}<Extensions>`,
  };
}

/** The ids of the revisions that a stub speaks, as a type. */
function revisionIds({ origins }: Stub): Doc {
  const ids = origins.map(({ protocol }) => quote(protocol.revision));
  const [only] = ids;
  if (ids.length === 1 && only !== undefined) return only;
  return group("(", indent(softline, group(barred(ids))), softline, ")");
}

const capabilityTexts = {
  Server: "What neither handlers nor features tell; theirs are added to it.",
  Client: "What the handlers cannot tell; theirs are added to it.",
} as const;

const extensionTexts = {
  Server:
    "Extensions that are served: each declares itself, and gives the server the member of its name.",
  Client:
    "Extensions that are used: each declares itself, and gives the client the member of its name.",
} as const;

const handlerTexts = {
  Server: "A handler goes before a feature that answers the same.",
  Client: "What the client answers, and what it hears.",
} as const;
