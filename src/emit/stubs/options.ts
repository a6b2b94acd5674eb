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
import { barred } from "../print/type-syntax.ts";
import { declaredOr, runtimeType, type Stub } from "./stub.ts";

/** What a stub is made from, typed for its revisions; the rest is the runtime's. */
export function optionsType(stub: Stub): Item {
  const { own } = stub.side;
  const side = own.toLowerCase();
  const info = declaredOr(stub, "Implementation", "object");
  const capabilities = declaredOr(stub, `${own}Capabilities`, "object");
  return {
    kind: "type",
    comment: comment(`What a ${side} is made from.`),
    exported: true,
    name: `${own}Options`,
    text: [
      `interface ${own}Options extends ${runtimeType(stub, `${own}Settings`)} `,
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
      ),
    ],
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

const handlerTexts = {
  Server: "A handler goes before a feature that answers the same.",
  Client: "What the client answers, and what it hears.",
} as const;
