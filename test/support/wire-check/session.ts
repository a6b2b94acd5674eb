import {
  entryOf,
  receives,
  type NotificationEntry,
} from "../../../src/runtime/protocol/revision/protocol-table.ts";
import type { Judge, Problem } from "./judge.ts";
import type { Judges } from "./judges.ts";
import {
  nothingAsked,
  progressProblems,
  subscriptionProblems,
  wrong,
  type Pending,
} from "./asked.ts";
import {
  isObject,
  metaOf,
  textOf,
  versionOf,
  type JsonObject,
} from "./read.ts";
import type { Author, Entry, Side } from "./recording.ts";

/** A message that should not have been on the wire. */
export interface Finding {
  readonly author: Author;
  /** The side of its author. */
  readonly side: Side;
  readonly revision: string;
  readonly text: string;
  readonly reasons: readonly string[];
}

/**
 * One connection as an onlooker sees it: learns which revision is spoken, keeps
 * the requests that wait for an answer, and judges every message.
 */
export class Session {
  readonly #side: Side;
  readonly #judges: Judges;
  readonly #asked = { ours: nothingAsked(), peer: nothingAsked() };
  /** Of the revision that was last spoken; before that, any will do. */
  #spoken: Judge | undefined;
  /** Of the session that a handshake opened: it goes on beside stateless requests. */
  #session: Judge | undefined;

  constructor(side: Side, judges: Judges, refusesAnything = false) {
    this.#side = side;
    this.#judges = judges;
    if (refusesAnything) this.#asked.peer.junk = Infinity;
  }

  /** What is wrong with the messages of an entry. */
  see({ author, text }: Entry): Finding[] {
    const value: unknown = text === undefined ? undefined : JSON.parse(text);
    const found = Array.isArray(value)
      ? this.#batch(author, value)
      : this.#one(author, value);
    // Either may be refused as a whole, by an error that names no request.
    if (found.length > 0 || Array.isArray(value)) this.#asked[author].junk++;
    return found;
  }

  #batch(author: Author, values: readonly unknown[]): Finding[] {
    return [
      ...this.#judged(author, values, undefined, (judge) =>
        judge.batch(values),
      ),
      ...values.flatMap((value) => this.#one(author, value)),
    ];
  }

  #one(author: Author, value: unknown): Finding[] {
    if (isObject(value)) {
      if (typeof value["method"] === "string") {
        return "id" in value
          ? this.#request(author, value, value["method"])
          : this.#notification(author, value, value["method"]);
      }
      if ("result" in value) return this.#result(author, value);
      if ("error" in value) return this.#error(author, value);
    }
    return this.#judged(author, value, undefined, () => [
      wrong("this is no message"),
    ]);
  }

  #request(author: Author, message: JsonObject, method: string): Finding[] {
    const stated = versionOf(message);
    const judge = stated === undefined ? this.#session : this.#judgeOf(stated);
    if (judge) this.#spoken = judge;
    const asked = this.#asked[author];
    const { id } = message;
    if (typeof id !== "string" && !Number.isSafeInteger(id)) asked.junk++;
    const isUsed = asked.usedIds.has(id);
    asked.usedIds.add(id);
    const { progressToken } = metaOf(message);
    const pending = {
      id,
      method,
      judge,
      progressToken,
      progress: -Infinity,
      isCancelled: false,
    };
    asked.pending.set(id, [...(asked.pending.get(id) ?? []), pending]);
    return this.#judged(author, message, judge, (candidate) => [
      ...candidate.request(message),
      ...this.#direction(author, candidate.table.requests, method),
      ...(isUsed ? [wrong("the id was used before")] : []),
      ...(stated !== undefined && !judge
        ? [wrong(`there is no revision ${stated}`)]
        : []),
    ]);
  }

  #notification(
    author: Author,
    message: JsonObject,
    method: string,
  ): Finding[] {
    const judge = this.#judgeOf(versionOf(message)) ?? this.#spoken;
    const more = this.#belonging(author, message, method, judge);
    return this.#judged(author, message, judge, (candidate) => [
      ...candidate.notification(message),
      ...this.#direction(author, candidate.table.notifications, method),
      ...more,
    ]);
  }

  #result(author: Author, message: JsonObject): Finding[] {
    const pending = this.#settle(author, message["id"]);
    if (!pending) {
      return this.#judged(author, message, undefined, () => [
        wrong("no request waits for this result"),
      ]);
    }
    const { method, isCancelled } = pending;
    if (method === "initialize" && isObject(message["result"])) {
      const agreed = message["result"]["protocolVersion"];
      this.#session = this.#judgeOf(agreed);
      this.#spoken = this.#session ?? this.#spoken;
    }
    const judge = method === "initialize" ? this.#spoken : pending.judge;
    return this.#judged(author, message, judge, (candidate) => [
      ...candidate.result(message, method),
      ...(isCancelled ? [wrong("the request was cancelled")] : []),
    ]);
  }

  #error(author: Author, message: JsonObject): Finding[] {
    const { id } = message;
    const pending = this.#settle(author, id);
    const { junk, usedIds } = this.#asked[other(author)];
    const isAsked = pending !== undefined || junk > 0 || usedIds.has(id);
    return this.#judged(author, message, pending?.judge, (candidate) => [
      ...candidate.error(message),
      ...(isAsked ? [] : [wrong("nothing asked for this error")]),
      ...(pending?.isCancelled ? [wrong("the request was cancelled")] : []),
    ]);
  }

  /** Takes the request that an answer of the author ends. */
  #settle(author: Author, id: unknown): Pending | undefined {
    const { pending } = this.#asked[other(author)];
    const [first, ...rest] = pending.get(id) ?? [];
    if (rest.length > 0) pending.set(id, rest);
    else pending.delete(id);
    return first;
  }

  /** Whether a notification belongs to a request that is in flight, where it has to. */
  #belonging(
    author: Author,
    { params }: JsonObject,
    method: string,
    judge: Judge | undefined,
  ): Problem[] {
    const given = isObject(params) ? params : {};
    const asked = [...this.#asked[other(author)].pending.values()].flat();
    switch (method) {
      case "notifications/cancelled":
        this.#cancel(author, given["requestId"]);
        return [];
      case "notifications/progress":
        return progressProblems(asked, given);
      default:
        if (judge?.table.lifecycle !== "stateless") return [];
        return subscriptionProblems(asked, method, metaOf({ params }));
    }
  }

  #cancel(author: Author, id: unknown): void {
    for (const pending of this.#asked[author].pending.get(id) ?? []) {
      // A client cannot take the handshake back.
      pending.isCancelled = pending.method !== "initialize";
    }
  }

  /** Whether the author's side may send what it sends. */
  #direction(
    author: Author,
    entries: { readonly [method: string]: NotificationEntry },
    method: string,
  ): Problem[] {
    const entry = entryOf(entries, method);
    const receiver = this.#sideOf(author) === "server" ? "client" : "server";
    if (!entry || receives(receiver, entry.direction)) return [];
    return [wrong(`${method} is not sent to a ${receiver}`)];
  }

  /** Judges by the revision, if it is known; else by the one that likes the message best. */
  #judged(
    author: Author,
    message: unknown,
    judge: Judge | undefined,
    judging: (judge: Judge) => Problem[],
  ): Finding[] {
    const known = judge ?? this.#spoken;
    const verdicts = (known ? [known] : this.#judges).map((candidate) => ({
      revision: candidate.table.revision,
      problems: judging(candidate),
    }));
    if (verdicts.some(({ problems }) => problems.length === 0)) return [];
    const [verdict] = verdicts;
    if (!verdict) return [];
    const text = textOf(message) ?? "input that cannot be read";
    const reasons = verdict.problems.map(
      ({ by, reason }) => `${by}: ${reason}`,
    );
    const side = this.#sideOf(author);
    return [{ author, side, revision: verdict.revision, text, reasons }];
  }

  #judgeOf(revision: unknown): Judge | undefined {
    return this.#judges.find(({ table }) => table.revision === revision);
  }

  #sideOf(author: Author): Side {
    if (author === "ours") return this.#side;
    return this.#side === "server" ? "client" : "server";
  }
}

function other(author: Author): Author {
  return author === "ours" ? "peer" : "ours";
}
