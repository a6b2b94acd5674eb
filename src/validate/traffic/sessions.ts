import type { Problem } from "../message/finding.ts";
import type { Judge } from "../judge/judge.ts";
import { createRecent } from "./recent.ts";
import { shortKey } from "./short-key.ts";
import type { Verdict } from "../judge/tell.ts";

/** One connection. */
export interface Session {
  /** Unique. */
  readonly number: number;
  /** Whether it is that of all messages that name none. */
  readonly isUnnamed: boolean;
  epoch: Epoch;
}

/** What is known of a connection since its handshake, or since the recording began. */
export interface Epoch {
  /** The revisions that may be spoken. Before the traffic names one, all that fit so far. */
  candidates: readonly Judge[];
  /** Whether the traffic has named the candidates. */
  isNamed: boolean;
  /** Whether its handshake was seen, and so every request of it. */
  readonly hasBegun: boolean;
  /** Whether a revision was agreed on that nothing is known of here. */
  isForeign: boolean;
  /** Whether a side has declared what no revision defines. */
  isExtended: boolean;
  /** Whether a request that waited was forgotten, because there were too many. */
  hasForgotten: boolean;
  /** How many lines nobody could read when it began. */
  readonly unread: number;
}

export interface Sessions {
  get(name: string | undefined): Session;
  /** Forgets what is known, for a handshake begins. */
  restart(session: Session): void;
  /** A line could not be read: a request of any session may have stood in it. */
  miss(): void;
  /** How many lines could not be read so far. */
  readonly unread: number;
}

/** Remembers at most twice `limit` sessions: those that spoke last. */
export function createSessions(
  limit: number,
  judges: readonly Judge[],
): Sessions {
  // A session that was forgotten is one whose beginning nobody has seen.
  const named = createRecent<Session>(
    limit,
    () => false,
    0,
    () => {},
  );
  const openers = judges.filter(({ lifecycle }) => lifecycle === "handshake");
  let count = 0;
  let unread = 0;
  const epochOf = (candidates: readonly Judge[], hasBegun: boolean): Epoch => ({
    candidates,
    isNamed: false,
    hasBegun,
    isForeign: false,
    isExtended: false,
    hasForgotten: false,
    unread,
  });
  const fresh = (isUnnamed = false): Session => ({
    number: count++,
    isUnnamed,
    epoch: epochOf(judges, false),
  });
  const unnamed = fresh(true);
  let last: { readonly name: string; readonly session: Session } | undefined;

  return {
    get(name) {
      if (name === undefined) return unnamed;
      if (last?.name === name) return last.session;
      const key = shortKey(name);
      const session = named.get(key) ?? fresh();
      named.set(key, session);
      last = { name, session };
      return session;
    },
    restart(session) {
      const candidates = openers.length > 0 ? openers : judges;
      session.epoch = epochOf(candidates, true);
    },
    miss() {
      unread++;
    },
    get unread() {
      return unread;
    },
  };
}

/** The traffic says that it speaks this revision; others may be spoken beside it. */
export function nameRevision(epoch: Epoch, judge: Judge): void {
  if (epoch.isNamed && epoch.candidates[0] === judge) return;
  const others = epoch.isNamed ? epoch.candidates : [];
  epoch.candidates = [judge, ...others.filter((other) => other !== judge)];
  epoch.isNamed = true;
}

/** The revision that is spoken, where there is no choice. */
export function soleJudge({ candidates }: Epoch): Judge | undefined {
  return candidates.length === 1 ? candidates[0] : undefined;
}

/**
 * Judges by the candidates: a message is valid when it is for one of them. Until a
 * revision is named, those that it does not fit are ruled out, if it `narrows`.
 */
export function weigh(
  epoch: Epoch,
  judging: (judge: Judge) => Problem | undefined,
  narrows = true,
): Verdict {
  const { candidates, isNamed } = epoch;
  const first = candidates[0];
  if (first === undefined) throw new RangeError("There is no revision");
  const verdict = { judge: first, problem: judging(first) };
  if (candidates.length === 1) return verdict;
  if (isNamed && verdict.problem === undefined) return verdict;
  const verdicts = [
    verdict,
    ...candidates.slice(1).map((judge) => ({ judge, problem: judging(judge) })),
  ];
  const fitting = verdicts.filter(({ problem }) => problem === undefined);
  if (!isNamed && narrows && fitting.length > 0)
    epoch.candidates = fitting.map(({ judge }) => judge);
  return fitting[0] ?? likeliest(epoch, verdicts) ?? verdict;
}

/**
 * Where no revision fits, one that knows the method says most. Who has named none
 * speaks rather one that opens with a handshake.
 */
function likeliest(
  { isNamed }: Epoch,
  verdicts: readonly Verdict[],
): Verdict | undefined {
  const knowing = verdicts.filter(
    ({ problem }) => problem?.code !== "unknown-method",
  );
  const likely = knowing.length > 0 ? knowing : verdicts;
  const opener = likely.find(({ judge }) => judge.lifecycle === "handshake");
  return (isNamed ? undefined : opener) ?? likely[0];
}
