import type { Endpoint, HttpServices } from "./services.ts";
import { isInitialize, type Posted } from "./posted.ts";
import { sendUnsupportedVersion, sendRefusal, replyEmpty } from "./replies.ts";
import { MicroBatcher } from "./answer/micro-batcher.ts";
import type { HttpExchange } from "./exchange.ts";
import { TransportError } from "../../protocol/errors.ts";
import type { ServerConnection } from "../../server/create-server.ts";
import type { Receiver, Transport } from "../../peer/transport.ts";
import type { Viewer } from "../../protocol/viewer.ts";
import { PostResponse } from "./answer/post-response.ts";
import { sessionlessPolicy } from "./answer/policies.ts";
import {
  isStateless,
  type ProtocolTable,
} from "../../protocol/revision/protocol-table.ts";
import { versionHeader } from "./gate/routing.ts";
import type { HttpRequest } from "../shared/request-response.ts";
import { isObject, type JsonObject } from "../../protocol/message.ts";

/** Answers each POST alone, as if its client had shaken hands elsewhere. */
export function createSessionlessEndpoint(services: HttpServices): Endpoint {
  const { server, options } = services;
  const soon = new MicroBatcher(services.turns);
  const open = new Set<SinglePost>();
  const refuse = (exchange: HttpExchange): void =>
    sendRefusal(exchange, 405, "There are no sessions");

  return {
    sessions: 0,
    post(exchange, posted) {
      const table = revisionOf(exchange, server.revisions);
      if (!table)
        return sendUnsupportedVersion(exchange, server.revisions, posted);
      // Handlers go on when their clients are gone.
      if (open.size >= options.maxRequests)
        return sendRefusal(exchange, 503, "Too many requests at once", posted);
      if (isResponse(posted))
        return sendRefusal(
          exchange,
          400,
          "The server has asked nothing",
          posted,
        );
      const revision = isInitialize(posted) ? undefined : table.revision;
      const link = new SinglePost(services, exchange.viewer, revision, (one) =>
        open.delete(one),
      );
      if (expectsNoReply(posted, table)) {
        link.receive(posted);
        return replyEmpty(exchange, 202);
      }
      open.add(link);
      link.call(exchange, posted).afterDelivery(soon);
    },
    get: refuse,
    delete: refuse,
    async end() {
      await Promise.all([...open].map(({ connection }) => connection.end()));
    },
    close() {
      for (const link of [...open]) void link.close();
    },
  };
}

/** The connection of one POST, which can be asked nothing and hears nothing else. */
export class SinglePost implements Transport {
  readonly via = "http";
  readonly viewer: Viewer;
  readonly connection: ServerConnection;
  readonly #services: HttpServices;
  readonly #onClose: (link: SinglePost) => void;
  #receiver: Receiver | undefined;
  #isClosed = false;

  /** In a revision, a conversation was opened elsewhere. */
  constructor(
    services: HttpServices,
    viewer: Viewer,
    revision: string | undefined,
    onClose: (link: SinglePost) => void,
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
  receive({ value, received }: Posted): void {
    this.#receiver?.message(value, undefined, received);
    void this.close();
  }

  /** Answers; the answer is not over when it is still to come. */
  call(exchange: HttpExchange, posted: Posted): PostResponse {
    const answers = sessionlessPolicy(this.#services, () => void this.close());
    const answer = new PostResponse(answers, exchange, posted);
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

/** The revision that the header names: by default the newest that needs no header. */
export function revisionOf(
  request: HttpRequest,
  revisions: readonly ProtocolTable[],
): ProtocolTable | undefined {
  const handshake = revisions.filter((table) => !isStateless({ table }));
  const named = request.header(versionHeader);
  if (named !== undefined)
    return handshake.find(({ revision }) => revision === named);
  const isSilent = ({ facts }: ProtocolTable): boolean =>
    facts.includes("sessions") && !facts.includes("protocol-version-header");
  return handshake.find(isSilent) ?? handshake[0];
}

/** Whether it answers a question: nobody has asked any. */
export function isResponse({ kind, expects, received }: Posted): boolean {
  return (
    expects === "broken answer" ||
    (kind === "message" &&
      (received.kind === "result" || received.kind === "error"))
  );
}

/** Whether nothing has to go back, in this revision. */
export function expectsNoReply(
  { kind, expects }: Posted,
  { batches }: ProtocolTable,
): boolean {
  return expects !== "calls" && (batches || kind === "message");
}

/** What is declared where no client can be told of a change: nothing of changes. */
export function withoutChanges(capabilities: JsonObject): JsonObject {
  const declared = Object.entries(capabilities).map(
    ([name, one]): [string, unknown] => {
      if (!isObject(one)) return [name, one];
      const { listChanged, subscribe, ...rest } = one;
      return [name, rest];
    },
  );
  return Object.fromEntries(declared);
}
