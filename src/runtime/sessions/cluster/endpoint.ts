import { INTERNAL_ERROR, toError } from "../../protocol/errors.ts";
import type { Viewer } from "../../protocol/viewer.ts";
import { eventHeaders } from "../../http/server/answer/sse-format.ts";
import type { Endpoint } from "../../http/server/services.ts";
import { versionHeader } from "../../http/server/gate/routing.ts";
import { isInitialize, type Posted } from "../../http/server/posted.ts";
import {
  type Refusal,
  sendRefusal,
  replyEmpty,
  replyError,
} from "../../http/server/replies.ts";
import { sessionHeader } from "../../http/server/sessions/endpoint.ts";
import type { HttpExchange } from "../../http/server/exchange.ts";
import { awayBy } from "./away.ts";
import { changeSession, keepingChanges } from "./session/keep-changes.ts";
import { openSession } from "./session/opening.ts";
import { sortPosted, type ForOther } from "./posted-elsewhere.ts";
import type { Process } from "./process.ts";
import type { Replica } from "./session/replica.ts";
import { getStream } from "./get-stream.ts";
import { mayChange } from "./session/state-changes.ts";

/** Endpoint for clients with sessions. Any process can answer any request of any session. */
export class ClusterEndpoint implements Endpoint {
  readonly #process: Process;

  constructor(process: Process) {
    this.#process = process;
  }

  /** Number of sessions that this process knows. */
  get sessions(): number {
    return this.#process.replicas.size;
  }

  post(visit: HttpExchange, posted: Posted): void {
    const isNew = visit.header(sessionHeader) === undefined;
    if (!isNew || !isInitialize(posted))
      return this.#use(visit, posted, (replica) =>
        this.#post(replica, visit, posted),
      );
    const { shared, replicas, isListening } = this.#process;
    const open = (): void => openSession(shared, replicas, visit, posted);
    if (isListening) return open();
    void this.#later(visit, posted, () => this.#listening(), open);
  }

  find(visit: HttpExchange): { viewer: Viewer } | undefined {
    return this.#process.replicas.get(visit.header(sessionHeader) ?? "");
  }

  get(visit: HttpExchange): void {
    if (this.#process.isLeaving) {
      const { retryMs } = this.#process.shared.http.options;
      return visit.reply(200, eventHeaders, `retry: ${retryMs}\n\n`);
    }
    this.#use(visit, undefined, (replica) =>
      getStream(this.#process, replica, visit),
    );
  }

  delete(visit: HttpExchange): void {
    this.#use(visit, undefined, (replica) => {
      void this.#later(
        visit,
        undefined,
        () => this.#process.endSession(replica, "deleted"),
        (isEnded) => {
          if (isEnded) return replyEmpty(visit, 204);
          sendRefusal(visit, 404, unknown);
        },
      );
    });
  }

  end(): Promise<void> {
    return this.#process.end();
  }

  close(): void {
    this.#process.close();
  }

  /** Finds the session of a request and continues, or rejects the request. */
  #use(
    visit: HttpExchange,
    posted: Posted | undefined,
    goOn: (replica: Replica) => void,
  ): void {
    const id = visit.header(sessionHeader);
    if (id === undefined) {
      const message = `The header ${sessionHeader} is missing`;
      return sendRefusal(visit, 400, message, posted);
    }
    const { replicas, isListening } = this.#process;
    const fresh = isListening ? replicas.fresh(id) : undefined;
    if (fresh) return this.#admit(visit, posted, fresh, goOn);
    void this.#later(
      visit,
      posted,
      async () => {
        if (!isListening) await this.#listening();
        return replicas.use(id, visit.viewer);
      },
      (found) => this.#admit(visit, posted, found, goOn),
    );
  }

  /** Waits until this process has joined the bus: before, it would miss messages of the others. */
  #listening(): Promise<void> {
    const { shared, listening } = this.#process;
    return shared.askAtOnce("the bus", listening);
  }

  #admit(
    visit: HttpExchange,
    posted: Posted | undefined,
    found: Replica | Refusal | undefined,
    goOn: (replica: Replica) => void,
  ): void {
    if (found && "reason" in found)
      return sendRefusal(visit, found.status, found.reason, posted);
    const record = found?.record;
    // Return 404 to other principals too, so session ids cannot be probed.
    if (!record || record.principal !== visit.viewer.principal)
      return sendRefusal(visit, 404, unknown, posted);
    const named = visit.header(versionHeader);
    if (named !== undefined && named !== record.revision) {
      const message = `The session speaks ${record.revision}, and not what ${versionHeader} says`;
      return sendRefusal(visit, 400, message, posted);
    }
    found.touch(visit);
    this.#process.changes.consider(found);
    goOn(found);
  }

  #post(replica: Replica, visit: HttpExchange, posted: Posted): void {
    const { shared } = this.#process;
    const { here, others } = sortPosted(posted, replica, shared.name);
    if (others.length === 0 && here && !isInitialized(here))
      return this.#hear(replica, visit, here);
    void this.#later(
      visit,
      posted,
      () => this.#tell(replica, here, others),
      (outcome) => {
        if (outcome !== "done") return sendRefusal(visit, 404, unknown, posted);
        if (here) this.#hear(replica, visit, here);
        else replyEmpty(visit, 202);
      },
    );
  }

  /** Forwards messages to other processes before the client gets a response. */
  async #tell(
    replica: Replica,
    here: Posted | undefined,
    others: readonly ForOther[],
  ): Promise<"done" | "gone" | "full"> {
    const { shared } = this.#process;
    const { streams: session } = replica;
    for (const { process, value } of others)
      if (process === undefined)
        await shared.tell({ kind: "cancel", session, value });
      // If that process is dead, the response is not needed.
      else await shared.tell({ kind: "answer", session, value }, process);
    return here && isInitialized(here)
      ? changeSession(shared, replica, { kind: "ready" })
      : "done";
  }

  #hear(replica: Replica, visit: HttpExchange, posted: Posted): void {
    const { kind, expects } = posted;
    if (expects === "calls" || (kind === "batch" && !replica.batches)) {
      const waiting = mayChange(posted)
        ? keepingChanges(this.#process.shared, replica, posted)
        : undefined;
      return replica.call(visit, posted, waiting);
    }
    replica.notice(visit, posted);
    if (expects === "notices") return replyEmpty(visit, 202);
    sendRefusal(visit, 400, "The answer is not valid JSON-RPC", posted);
  }

  /**
   * Continues after a store operation. If it fails, responds with 503, so that the client
   * retries.
   */
  async #later<Asked>(
    visit: HttpExchange,
    posted: Posted | undefined,
    ask: () => Promise<Asked>,
    goOn: (asked: Asked) => void,
  ): Promise<void> {
    const { onError } = this.#process.shared.http;
    let asked: Asked;
    try {
      asked = await ask();
    } catch (error) {
      onError(toError(error), { kind: "store" });
      return sendRefusal(visit, 503, awayBy(error), posted);
    }
    try {
      goOn(asked);
    } catch (error) {
      onError(toError(error));
      fail(visit, error);
    }
  }
}

const unknown = "There is no such session";

function fail(visit: HttpExchange, error: unknown): void {
  visit.extraHeaders = undefined;
  try {
    const message = "Internal error";
    replyError(visit, { status: 500, code: INTERNAL_ERROR, message });
  } catch {
    // The response has already started.
    visit.destroy(toError(error));
  }
}

/** Returns true if the message includes `notifications/initialized`. */
function isInitialized({ received }: Posted): boolean {
  return [received]
    .flat()
    .some(
      (one) =>
        one.kind === "notification" &&
        one.method === "notifications/initialized",
    );
}
