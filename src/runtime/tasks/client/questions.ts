import { sleep } from "../../protocol/timers/sleep.ts";
import { InvalidMessageError, toError } from "../../protocol/errors.ts";
import type { InputRequest } from "../../protocol/input-required.ts";
import type { JsonObject } from "../../protocol/message.ts";

/** Maximum number of input requests per task; beyond it, the server is assumed to ask forever. */
const maxQuestions = 1_000;
const maxKeyLength = 1_000;

/** Callbacks to answer the input requests of a task. */
export interface AnsweringTask {
  readonly method: string;
  /** Aborts when no response is needed any more. */
  readonly signal: AbortSignal;
  answer(request: InputRequest, signal: AbortSignal): Promise<JsonObject>;
  /** Sends the available responses to the server. */
  send(inputResponses: JsonObject): Promise<void>;
  fail(error: Error): void;
}

/**
 * Input requests of one task, by key. Each is answered once, and responses that become
 * available together are sent together.
 */
export class TaskQuestions {
  readonly #known = new Set<string>();
  readonly #ready = new Map<string, JsonObject>();
  #isSending = false;

  /** Answers new input requests. Throws an InvalidMessageError beyond the limit. */
  take(requests: JsonObject, answering: AnsweringTask): void {
    for (const [key, request] of Object.entries(requests)) {
      if (this.#known.has(key)) continue;
      if (this.#known.size === maxQuestions || key.length > maxKeyLength)
        throw new InvalidMessageError(
          `${answering.method}: the server asks for ever`,
          ["inputRequests"],
          { value: { inputRequests: requests } },
        );
      this.#known.add(key);
      // The task was validated with its input requests.
      void this.#answer(key, request as InputRequest, answering);
    }
    // Sends responses that an earlier watch obtained but did not send.
    this.#flush(answering).catch((error: unknown) =>
      answering.fail(toError(error)),
    );
  }

  async #answer(
    key: string,
    request: InputRequest,
    answering: AnsweringTask,
  ): Promise<void> {
    const { signal } = answering;
    try {
      const answer = await answering.answer(request, signal);
      if (signal.aborted) return this.#forget(key);
      this.#ready.set(key, answer);
      // Responses of the same turn are sent together.
      await sleep(0, signal);
      await this.#flush(answering);
    } catch (error) {
      if (!this.#ready.has(key)) this.#forget(key);
      if (!signal.aborted) answering.fail(toError(error));
    }
  }

  async #flush({ signal, send }: AnsweringTask): Promise<void> {
    if (this.#isSending) return;
    this.#isSending = true;
    let unsent: [string, JsonObject][] = [];
    try {
      while (this.#ready.size > 0 && !signal.aborted) {
        unsent = [...this.#ready];
        this.#ready.clear();
        await send(Object.fromEntries(unsent));
      }
    } catch (error) {
      for (const [key, answer] of unsent) this.#ready.set(key, answer);
      throw error;
    } finally {
      this.#isSending = false;
    }
  }

  /** Allows the input request to be answered again by a later watch. */
  #forget(key: string): void {
    this.#known.delete(key);
  }
}
