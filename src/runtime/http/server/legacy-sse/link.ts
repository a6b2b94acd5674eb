import { TransportError } from "../../../protocol/errors.ts";
import type { ServerConnection } from "../../../server/create-server.ts";
import { watchSession } from "../../../peer/intercept/sessions.ts";
import type { SessionEnd } from "../../../peer/interceptor.ts";
import { keepingDefaults } from "../../../server/memory-budget.ts";
import type { Receiver, Transport } from "../../../peer/transport.ts";
import type { Viewer } from "../../../protocol/viewer.ts";
import { EventStream } from "../answer/event-stream.ts";
import type { Sent } from "../answer/policy.ts";
import type { Charge } from "../kept/ledger.ts";
import { maxCalls } from "../max-calls.ts";
import type { Posted } from "../posted.ts";
import { sendRefusal } from "../refusals.ts";
import { replyEmpty } from "../replies.ts";
import type { HttpServices } from "../services.ts";
import type { Visit } from "../visit.ts";
import { sseAnswers } from "./answers.ts";

/** One stream, and the connection that it carries. */
export class SseLink implements Transport {
  readonly via = "http";
  /** Whose it is, as the newest request tells. */
  viewer: Viewer;
  readonly connection: ServerConnection;
  readonly #stream: EventStream;
  readonly #services: HttpServices;
  readonly #charge: Charge;
  readonly #onClose: () => void;
  #receiver: Receiver | undefined;
  #isClosed = false;
  /** Why it ends. */
  #end: SessionEnd = "closed";

  constructor(
    services: HttpServices,
    visit: Visit,
    charge: Charge,
    onClose: () => void,
  ) {
    const { kept, options, server } = services;
    const { principal } = visit.viewer;
    const client = charge.account;
    const { maxKeptBytes } = options.sessions || keepingDefaults;
    this.#services = services;
    this.#charge = charge;
    this.viewer = visit.viewer;
    this.#onClose = onClose;
    this.#stream = new EventStream(services, {
      client,
      kind: "s",
      events: undefined,
      comments: "in silence",
      event: "message",
      onGone: (reason) => this.#over(reason),
    });
    this.connection = server.connect(this, {
      lifecycle: "handshake",
      maxBatch: services.options.maxBatch,
      keeping: kept.keepingOf(charge, maxKeptBytes),
      session: {
        principal,
        client: client.key,
        end: () => this.#end,
        watch: watchSession,
      },
    });
  }

  get isOpen(): boolean {
    return !this.#isClosed;
  }

  /** Opens the stream with its first event; false when there are too many. */
  open(visit: Visit, event: string): boolean {
    return this.#stream.startWith(visit, event);
  }

  start(receiver: Receiver): void {
    this.#receiver = receiver;
  }

  send(message: Sent): void {
    if (this.#isClosed) throw new TransportError("the stream is closed");
    this.#stream.send(JSON.stringify(message));
  }

  close(): Promise<void> {
    this.#over();
    return Promise.resolve();
  }

  post(visit: Visit, posted: Posted): void {
    const { kind, wants, value, received } = posted;
    if (wants === "calls" && this.connection.inFlight >= maxCalls)
      return sendRefusal(visit, 429, "Too many requests at once", posted);
    const problem =
      kind === "message" && received.kind === "invalid" ? received : undefined;
    if (problem)
      sendRefusal(visit, 400, `Invalid request: ${problem.reason}`, posted);
    // A broken answer still ends the call that waits for it.
    if (problem && !problem.isAnswer) return;
    this.viewer = visit.viewer;
    const sink = sseAnswers(this.#services, this, visit, posted);
    this.#receiver?.message(value, sink, received);
    if (!problem) replyEmpty(visit, 202);
  }

  /** The client is gone, or has to go. */
  #over(reason?: Error): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    if (reason) this.#end = "left";
    this.#services.kept.ledger.set(this.#charge, 0);
    this.#onClose();
    this.#receiver?.closed(reason);
    this.#stream.finish();
  }
}
