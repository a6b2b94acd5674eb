import type { InterceptedCall } from "../peer/interceptor.ts";
import { objectOf, type JsonObject } from "../protocol/message.ts";
import { labelOf, spanNameOf, type Label } from "./attributes.ts";

/** How many methods are told apart, and how many tools and prompts. */
const maxServed = 1_000;

/** What is told of a method that nobody is known to serve. */
const other = "_OTHER";

/** Lists of what is called by its name. */
const lists = /* @__PURE__ */ new Map([
  ["tools/list", { property: "tools", method: "tools/call" }],
  ["prompts/list", { property: "prompts", method: "prompts/get" }],
]);

/**
 * What was served, by its name. A client may call what there is not, under as many
 * names as it likes: metrics keep something for each, and so have none of these.
 */
export class Served {
  readonly #methods = new Set<string>();
  /** Of tools and prompts, behind their methods. */
  readonly #names = new Set<string>();

  /** The request came to a handler. */
  add(call: InterceptedCall): void {
    if (call.direction === "outgoing") return;
    this.#add(labelOf(call));
  }

  /** A list has gone out: what it names is served, also what never comes to its end. */
  addListed(call: InterceptedCall, result: JsonObject): void {
    if (call.direction === "outgoing") return;
    const list = lists.get(call.method);
    if (!list) return;
    for (const item of [result[list.property]].flat()) {
      const { name } = objectOf(item);
      if (typeof name === "string")
        this.#add(labelOf({ method: list.method, name }));
    }
  }

  /** What is told of a request: of one that this side sends, all. */
  labelOf(call: InterceptedCall): Label {
    const label = labelOf(call);
    if (call.direction === "outgoing") return label;
    const { method } = label;
    if (!this.#methods.has(method)) return { method: other, target: undefined };
    const isKnown = this.#names.has(spanNameOf(label));
    return isKnown ? label : { method, target: undefined };
  }

  #add(label: Label): void {
    if (this.#methods.size < maxServed) this.#methods.add(label.method);
    if (this.#names.size < maxServed) this.#names.add(spanNameOf(label));
  }
}
