import { TransportError } from "../../../wire/errors.ts";
import { isObject } from "../../../wire/message.ts";
import {
  isStateless,
  type ProtocolTable,
} from "../../../table/protocol-table.ts";
import type { ServerConnection } from "../../../server/create-server.ts";
import type { Receiver, Transport } from "../../../peer/transport.ts";
import { CallReply, type CallOwner } from "../answer/answer.ts";
import { versionHeader } from "../gate/era.ts";
import type { HttpExchange } from "../../shared/exchange.ts";
import type { HttpHost } from "../services.ts";
import { isInitialize, postedKind } from "../posted.ts";
import { sendRefusal } from "../refusals.ts";
import { replyEmpty } from "../replies.ts";
import type { Soon } from "../soon.ts";

/** Answers each POST alone, as if its client had shaken hands elsewhere. */
export class Sessionless {
  readonly #host: HttpHost;
  readonly #soon: Soon<CallReply>;
  readonly #open = new Set<LonePost>();

  constructor(host: HttpHost, soon: Soon<CallReply>) {
    this.#host = host;
    this.#soon = soon;
  }

  post(exchange: HttpExchange, value: unknown): void {
    const { maxRequests } = this.#host.options;
    const table = this.#tableOf(exchange);
    if (!table)
      return sendRefusal(
        exchange.response,
        400,
        "Unsupported protocol version",
        value,
      );
    // Handlers go on when their clients are gone.
    if (this.#open.size >= maxRequests)
      return sendRefusal(
        exchange.response,
        503,
        "Too many requests at once",
        value,
      );
    if (isAnswer(value))
      return sendRefusal(
        exchange.response,
        400,
        "The server has asked nothing",
        value,
      );
    const revision = isInitialize(value) ? undefined : table.revision;
    const lone = new LonePost(this.#host, exchange.principal, revision, () =>
      this.#open.delete(lone),
    );
    if (postedKind(value) !== "calls" && isFit(value, table)) {
      lone.receiver?.message(value);
      void lone.close();
      return replyEmpty(exchange.response, 202);
    }
    this.#open.add(lone);
    const call = new CallReply(lone, exchange, value);
    lone.receiver?.message(value, call);
    if (call.isOver) return;
    this.#soon.add(call);
  }

  async end(): Promise<void> {
    await Promise.all(
      [...this.#open].map(({ connection }) => connection.end()),
    );
  }

  close(): void {
    for (const lone of [...this.#open]) void lone.close();
  }

  /** The revision that the header names: by default the newest that needs no header. */
  #tableOf({ request }: HttpExchange): ProtocolTable | undefined {
    const handshake = this.#host.server.revisions.filter(
      (table) => !isStateless({ table }),
    );
    const named = request.header(versionHeader);
    if (named !== undefined)
      return handshake.find(({ revision }) => revision === named);
    const isSilent = ({ facts }: ProtocolTable): boolean =>
      facts.includes("sessions") && !facts.includes("protocol-version-header");
    return handshake.find(isSilent) ?? handshake[0];
  }
}

/** The connection of one POST, which can be asked nothing and hears nothing else. */
class LonePost implements Transport, CallOwner {
  readonly host: HttpHost;
  readonly principal: string | undefined;
  readonly events = undefined;
  readonly primes = false;
  readonly canAnswer = false;
  readonly connection: ServerConnection;
  receiver: Receiver | undefined;
  readonly #onClose: () => void;
  #isClosed = false;

  constructor(
    host: HttpHost,
    principal: string | undefined,
    revision: string | undefined,
    onClose: () => void,
  ) {
    this.host = host;
    this.principal = principal;
    this.#onClose = onClose;
    this.connection = host.server.connect(this, {
      lifecycle: "handshake",
      revision,
    });
  }

  start(receiver: Receiver): void {
    this.receiver = receiver;
  }

  send(): void {
    throw new TransportError("there is no session");
  }

  streamed(): void {}

  over(): void {
    void this.close();
  }

  close(): Promise<void> {
    if (this.#isClosed) return Promise.resolve();
    this.#isClosed = true;
    this.#onClose();
    this.receiver?.closed();
    return Promise.resolve();
  }
}

function isAnswer(value: unknown): boolean {
  return (
    postedKind(value) === "broken answer" ||
    (isObject(value) && postedKind(value) === "notices" && !("method" in value))
  );
}

function isFit(value: unknown, { batches }: ProtocolTable): boolean {
  return batches || !Array.isArray(value);
}
