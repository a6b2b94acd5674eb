import type { Session } from "../../../peer/context.ts";
import type { HandshakeExchange } from "../../../server/handshake.ts";
import { createSession, nameSession } from "../../../server/session.ts";
import type { MemoryBudget } from "../../../server/memory-budget.ts";
import { isLogLevel } from "../../../protocol/log-level.ts";
import { weigh } from "../../../protocol/weigh.ts";
import type { SessionChange, SessionRecord } from "../../session-store.ts";

/** Protocol state of a client in this process, kept in step with the shared session record. */
export class ConversationState {
  readonly #opened: HandshakeExchange;
  readonly #memory: MemoryBudget;
  #open: (() => void) | undefined;

  constructor(
    opened: HandshakeExchange,
    memory: MemoryBudget,
    session: Session,
  ) {
    this.#opened = opened;
    this.#memory = memory;
    opened.session = session;
  }

  /** Restores the full state from the record of a session that another process opened. */
  restore(record: SessionRecord): void {
    const { peer, isReady } = record;
    this.#opened.peer = peer;
    this.#memory.add(weigh(peer));
    if (!isReady)
      this.#opened.ready = new Promise<void>((resolve) => {
        this.#open = resolve;
      });
    this.apply(record);
  }

  /** Applies the changeable parts of the record. Returns newly subscribed resources. */
  apply({ isReady, logLevel, resources }: SessionRecord): readonly string[] {
    const opened = this.#opened;
    if (isReady) this.#beReady();
    if (isLogLevel(logLevel)) opened.logLevel = logLevel;
    const now = new Set<unknown>(resources);
    for (const uri of [...opened.resources])
      if (!now.has(uri)) this.#remove(uri);
    const added = resources.filter((uri) => !opened.resources.has(uri));
    for (const uri of added) this.#add(uri);
    return added;
  }

  /** Applies a change that is already in the record. */
  change(change: SessionChange): void {
    switch (change.kind) {
      case "ready":
        return this.#beReady();
      case "log level":
        if (isLogLevel(change.level)) this.#opened.logLevel = change.level;
        return;
      case "subscribed":
        return this.#add(change.uri);
      case "unsubscribed":
        return this.#remove(change.uri);
      case "keeper":
        return;
      default:
        return change satisfies never;
    }
  }

  #beReady(): void {
    if (!this.#opened.ready) return;
    this.#opened.observe("notifications/initialized", undefined);
    this.#open?.();
  }

  #add(uri: string): void {
    const { resources } = this.#opened;
    if (resources.has(uri)) return;
    // The store has a separate limit and accepted the URI, so it is counted here without a
    // check.
    this.#memory.add(weigh(uri));
    resources.add(uri);
  }

  #remove(uri: unknown): void {
    if (this.#opened.resources.delete(uri)) this.#memory.remove(weigh(uri));
  }
}

/**
 * Creates the session object of this process; other processes have separate objects with the
 * same name.
 */
export function namedSession(over: Promise<unknown>, name: string): Session {
  const session = createSession(over);
  nameSession(session, name);
  return session;
}
