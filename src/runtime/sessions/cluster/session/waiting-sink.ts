import type { PostResponse } from "../../../http/server/answer/post-response.ts";
import type { OutgoingMessages } from "../../../http/server/answer/policies.ts";
import type { Sink } from "../../../peer/transport.ts";
import type { Viewer } from "../../../protocol/viewer.ts";

/** Response whose final message is delayed until a change is stored. */
export class WaitingSink implements Sink {
  readonly exclusive: boolean;
  readonly #answer: PostResponse;
  readonly #last: (message: OutgoingMessages) => void;

  /** `last` receives the final message; it sends that message or another one later. */
  constructor(answer: PostResponse, last: (message: OutgoingMessages) => void) {
    this.exclusive = answer.exclusive;
    this.#answer = answer;
    this.#last = last;
  }

  get viewer(): Viewer {
    return this.#answer.viewer;
  }

  send(message: OutgoingMessages): void {
    if ("method" in message) this.#answer.send(message);
    else this.#last(message);
  }

  hold(): void {
    this.#answer.hold();
  }

  letGo(): void {
    this.#answer.letGo();
  }

  unanswered(): void {
    this.#answer.unanswered();
  }

  closeStream(retryMs?: number): boolean {
    return this.#answer.closeStream(retryMs);
  }
}
