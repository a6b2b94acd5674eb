import { comment } from "../print/comment.ts";
import { block, lines } from "../print/layout.ts";
import type { Item } from "../print/module.ts";
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
          comment(capabilityTexts[own]),
          `readonly capabilities?: ${capabilities};`,
        ),
        lines(
          comment(handlerTexts[own]),
          `readonly handlers?: ${own}Handlers;`,
        ),
      ),
    ],
  };
}

const capabilityTexts = {
  Server: "What neither handlers nor features tell; theirs are added to it.",
  Client: "What the handlers cannot tell; theirs are added to it.",
} as const;

const handlerTexts = {
  Server: "A handler goes before a feature that answers the same.",
  Client: "What the client answers, and what it hears.",
} as const;
