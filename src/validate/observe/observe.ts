import { seeError, seeResult } from "./answers.ts";
import { seeBatch } from "./batch.ts";
import { seeBroken, seeNotification, seeRequest } from "./calls.ts";
import { classify } from "../judge/classify.ts";
import type { Finding } from "../message/finding.ts";
import type { Judge } from "../judge/judge.ts";
import type { RecordedMessage } from "../message/record.ts";
import { createRequests } from "../traffic/requests.ts";
import { createSessions } from "../traffic/sessions.ts";
import { clip, type Seen } from "../judge/tell.ts";
import type { Place, Traffic } from "../traffic/traffic.ts";

/** What may be remembered, so that traffic of any length takes the same memory. */
export interface ObserverLimits {
  /** Requests that wait, and as many ids that were answered. */
  readonly requests: number;
  readonly sessions: number;
}

/** Which revisions the traffic may speak. */
export interface Judges {
  /** The newest first; at least one. */
  readonly all: readonly Judge[];
  /** By every name that traffic may give them. */
  readonly byName: ReadonlyMap<string, Judge>;
}

export interface Observer {
  /** What is wrong with a message or a batch: at most one finding for each message. */
  see(recorded: RecordedMessage): Omit<Finding, "line">[];
  /** Tells that something could not be read, in which messages may have been. */
  miss(): void;
  /** How many messages have been seen. */
  readonly messages: number;
}

/**
 * Watches traffic from between the two sides: learns which revision a session speaks,
 * keeps the requests that wait for an answer, and judges every message.
 */
export function createObserver(
  { all, byName }: Judges,
  limits: ObserverLimits,
): Observer {
  const [only, ...others] = all;
  if (only === undefined) throw new Error("unreachable");
  const traffic: Traffic = {
    // A message is one by its keys, whatever the revision.
    messageForm: only.messageForm,
    requests: createRequests(limits.requests),
    sessions: createSessions(limits.sessions, all),
    judgeNamed(name) {
      if (others.length === 0) return only;
      return typeof name === "string" ? byName.get(name) : undefined;
    },
  };
  let messages = 0;

  function one(message: unknown, place: Place): Seen | undefined {
    messages++;
    return seeOne(traffic, message, place);
  }

  return {
    see({ message, from, session: name }) {
      const place = { session: traffic.sessions.get(name), from };
      const found = Array.isArray(message)
        ? seeBatch(message, place, one)
        : one(message, place);
      if (found === undefined) return none;
      const session = name === undefined ? {} : { session: clip(name) };
      return [found].flat().map((wrong) => ({ ...session, ...wrong }));
    },
    miss: () => traffic.sessions.miss(),
    get messages() {
      return messages;
    },
  };
}

const none: Omit<Finding, "line">[] = [];

function seeOne(
  traffic: Traffic,
  value: unknown,
  place: Place,
): Seen | undefined {
  const seen = classify(value, traffic.messageForm);
  switch (seen.kind) {
    case "request":
      return seeRequest(traffic, seen.message, seen.method, place);
    case "notification":
      return seeNotification(traffic, seen.message, seen.method, place);
    case "result":
      return seeResult(traffic, seen.message, place);
    case "error":
      return seeError(traffic, seen.message, place);
    case "invalid":
      return seeBroken(traffic, seen.message, seen.problem, place);
    default:
      return seen satisfies never;
  }
}
