import { sleep } from "../../protocol/timers/sleep.ts";
import { InvalidMessageError, toError } from "../../protocol/errors.ts";
import type { InputRequest } from "../../protocol/input-required.ts";
import type { JsonObject } from "../../protocol/message.ts";

/** A server that asks more in one task is taken to ask for ever. */
const maxQuestions = 1_000;
const maxKeyLength = 1_000;

/** Where questions go, and their answers, while somebody waits for the task. */
export interface AnsweringTask {
  readonly method: string;
  /** Aborts when no answer is wanted any more. */
  readonly signal: AbortSignal;
  answer(request: InputRequest, signal: AbortSignal): Promise<JsonObject>;
  /** Takes the answers that are there to the server. */
  send(inputResponses: JsonObject): Promise<void>;
  fail(error: Error): void;
}

/**
 * What the server of one task asked for, by keys. Each is asked once, however often the
 * server shows it, and answers leave as they come: together where they come together.
 */
export class TaskQuestions {
  readonly #known = new Set<string>();
  readonly #ready = new Map<string, JsonObject>();
  #isSending = false;

  /** Has what is new answered. Throws an InvalidMessageError when there is no end of it. */
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
      // The guard of the task has proved that it is one.
      void this.#answer(key, request as InputRequest, answering);
    }
    // Whoever got these answers waits no more: who does takes them along.
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
      // What others answer in the same turn goes along.
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

  /** Who waits for the task again later is asked again. */
  #forget(key: string): void {
    this.#known.delete(key);
  }
}
