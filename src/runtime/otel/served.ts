import type { InterceptedCall } from "../peer/interceptor.ts";
import { labelOf, type Label } from "./attributes.ts";

/** How many methods, tools and prompts are told apart. */
const maxServed = 1_000;

/** What is told of a method that nobody is known to serve. */
const other = "_OTHER";

/**
 * What was served, by its name. A client may call what there is not, under as many
 * names as it likes: metrics keep something for each, and so have none of these.
 */
export class Served {
  readonly #known = new Set<string>();

  /** The request came to a handler. */
  add(call: InterceptedCall): void {
    if (call.direction === "outgoing") return;
    const { method, target } = labelOf(call);
    this.#add(method);
    if (target !== undefined) this.#add(`${method} ${target}`);
  }

  /** What is told of a request: of one that this side sends, all. */
  labelOf(call: InterceptedCall): Label {
    const label = labelOf(call);
    if (call.direction === "outgoing") return label;
    const { method, target } = label;
    if (!this.#known.has(method)) return { method: other, target: undefined };
    const isKnown = this.#known.has(`${method} ${target}`);
    return isKnown ? label : { method, target: undefined };
  }

  #add(name: string): void {
    if (this.#known.size < maxServed) this.#known.add(name);
  }
}
