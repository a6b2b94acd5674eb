import { INTERNAL_ERROR, ProtocolError } from "../../protocol/errors.ts";

/** What is kept of a message beside its params, at least. */
const messageLength = 1_000;

/** What a peer's messages make this side keep until their handlers are done. */
export class Held {
  readonly #max: number | undefined;
  #length = 0;

  /**
   * A bound in characters of JSON. Without one nothing is measured, which takes
   * time: the last message may exceed it.
   */
  constructor(max: number | undefined) {
    this.#max = max;
  }

  /** Throws the error that refuses another message. */
  requireRoom(): void {
    if (this.#max !== undefined && this.#length >= this.#max)
      throw new ProtocolError(INTERNAL_ERROR, "Too much at once");
  }

  until<Value>(
    pending: PromiseLike<Value>,
    params: unknown,
  ): PromiseLike<Value> {
    return this.#max === undefined ? pending : this.#hold(pending, params);
  }

  async #hold<Value>(
    pending: PromiseLike<Value>,
    params: unknown,
  ): Promise<Value> {
    const length = messageLength + JSON.stringify(params ?? null).length;
    this.#length += length;
    try {
      return await pending;
    } finally {
      this.#length -= length;
    }
  }
}
