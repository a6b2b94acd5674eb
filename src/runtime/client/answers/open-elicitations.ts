import { isObject, type JsonObject } from "../../protocol/message.ts";

/** Bounds on what servers can make a client keep. */
const maxOpen = 1_000;
const maxIdLength = 1_000;

/**
 * The interactions elsewhere that servers asked for, by their ids: a server that
 * tells the end of another is not heard. The page is `client/elicitation` of the
 * revision that has `notifications/elicitation/complete`.
 */
export class OpenElicitations {
  readonly #ids = new Set<string>();

  /** Notes what the params of an elicitation, or of one in an error, open. */
  open(params: unknown): void {
    const id = isObject(params) ? params["elicitationId"] : undefined;
    if (typeof id !== "string" || id.length > maxIdLength) return;
    this.#ids.add(id);
    const [oldest] = this.#ids;
    if (this.#ids.size > maxOpen && oldest !== undefined)
      this.#ids.delete(oldest);
  }

  /** Notes what an error asks for that wants interactions first. */
  openAll(data: unknown): void {
    const asked = isObject(data) ? data["elicitations"] : undefined;
    if (Array.isArray(asked)) for (const params of asked) this.open(params);
  }

  /** Whether the interaction was open; from now on it is not. */
  close({ elicitationId }: JsonObject): boolean {
    return typeof elicitationId === "string" && this.#ids.delete(elicitationId);
  }
}
