import { TransportError } from "../../../protocol/errors.ts";
import type { ServerConnection } from "../../../server/create-server.ts";
import type { Receiver, Transport } from "../../../peer/transport.ts";
import type { Viewer } from "../../../protocol/viewer.ts";
import { HttpAnswer } from "../answer/answer.ts";
import type { Posted } from "../posted.ts";
import type { HttpServices } from "../services.ts";
import type { Visit } from "../visit.ts";
import { sessionlessAnswers } from "./answers.ts";
import { withoutChanges } from "./without-changes.ts";

/** The connection of one POST, which can be asked nothing and hears nothing else. */
export class LonePost implements Transport {
  readonly via = "http";
  readonly viewer: Viewer;
  readonly connection: ServerConnection;
  readonly #services: HttpServices;
  readonly #onClose: (link: LonePost) => void;
  #receiver: Receiver | undefined;
  #isClosed = false;

  /** In a revision, a conversation was opened elsewhere. */
  constructor(
    services: HttpServices,
    viewer: Viewer,
    revision: string | undefined,
    onClose: (link: LonePost) => void,
  ) {
    this.viewer = viewer;
    this.#services = services;
    this.#onClose = onClose;
    this.connection = services.server.connect(this, {
      lifecycle: "handshake",
      revision,
      declared: withoutChanges,
      isStateless: true,
      maxBatch: services.options.maxBatch,
    });
  }

  start(receiver: Receiver): void {
    this.#receiver = receiver;
  }

  send(): void {
    throw new TransportError("there is no session");
  }

  /** Takes what has no answer. */
  hear({ value, received }: Posted): void {
    this.#receiver?.message(value, undefined, received);
    void this.close();
  }

  /** Answers; the answer is not over when it is still to come. */
  call(visit: Visit, posted: Posted): HttpAnswer {
    const answers = sessionlessAnswers(this.#services, () => void this.close());
    const answer = new HttpAnswer(answers, visit, posted);
    this.#receiver?.message(posted.value, answer, posted.received);
    return answer;
  }

  close(): Promise<void> {
    if (this.#isClosed) return Promise.resolve();
    this.#isClosed = true;
    this.#onClose(this);
    this.#receiver?.closed();
    return Promise.resolve();
  }
}
