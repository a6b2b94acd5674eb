import { comment } from "../comment.ts";
import { block, lines } from "../layout.ts";
import type { Item } from "../module.ts";
import { declaredOr, type Stub } from "./stub.ts";

/** What a stub is made from. A client may do without handlers. */
export function optionsType(stub: Stub): Item {
  const { own } = stub.side;
  const info = declaredOr(stub, "Implementation", "object");
  const capabilities = declaredOr(stub, `${own}Capabilities`, "object");
  const handlers = own === "Server" ? "handlers" : "handlers?";
  return {
    kind: "type",
    exported: true,
    name: `${own}Options`,
    text: [
      `interface ${own}Options extends ${own}Settings `,
      block(
        `readonly info: ${info};`,
        lines(
          comment("What the handlers cannot tell; theirs are added to it."),
          `readonly capabilities?: ${capabilities};`,
        ),
        `readonly ${handlers}: ${own}Handlers;`,
      ),
    ],
  };
}
