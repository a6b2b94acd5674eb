import type { InterceptedCall } from "../peer/interceptor.ts";
import { objectOf, type JsonObject } from "../protocol/message.ts";
import { labelOf, spanNameOf, type Label } from "./attributes.ts";

/** Maximum number of methods, and of tools and prompts, to distinguish. */
const maxServed = 1_000;

/** Method label of requests without a known handler. */
const other = "_OTHER";

/** List methods of features that are called by name. */
const lists = /* @__PURE__ */ new Map([
  ["tools/list", { property: "tools", method: "tools/call" }],
  ["prompts/list", { property: "prompts", method: "prompts/get" }],
]);

/**
 * Names of served methods and features. Clients may call any number of unknown names, which are
 * not used as labels because metrics store data per label.
 */
export class Served {
  readonly #methods = new Set<string>();
  /** Names of tools and prompts, with their methods. */
  readonly #names = new Set<string>();

  /** Records a request that reached a handler. */
  add(call: InterceptedCall): void {
    if (call.direction === "outgoing") return;
    this.#add(labelOf(call));
  }

  /**
   * Records the names in a list result, so that features count as served before their first
   * call ends.
   */
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

  /** Returns the label of a request; that of an outgoing request is not restricted. */
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
