import type { Problem } from "./finding.ts";
import type { Judge } from "./judge.ts";
import { createRecent } from "./recent.ts";
import { shortKey } from "./requests.ts";
import type { Verdict } from "./tell.ts";

/** What is known of one connection. */
export interface Session {
  /** Unique; a session that begins anew has another one. */
  number: number;
  /** Whether it is that of all messages that name none. */
  readonly isUnnamed: boolean;
  /** The revisions that may be spoken. Before the traffic names one, all that fit so far. */
  candidates: readonly Judge[];
  /** Whether the traffic has named the candidates. */
  isNamed: boolean;
  /** Whether a handshake has begun. */
  hasBegun: boolean;
}

export interface Sessions {
  get(name: string | undefined): Session;
  /** Forgets what is known, for a new handshake begins. */
  restart(session: Session): void;
  readonly hasForgotten: boolean;
}

/** Remembers at most twice `limit` sessions: those that spoke last. */
export function createSessions(
  limit: number,
  judges: readonly Judge[],
): Sessions {
  const named = createRecent<Session>(limit, () => true, 0);
  let count = 0;
  const fresh = (isUnnamed = false): Session => ({
    number: count++,
    isUnnamed,
    candidates: judges,
    isNamed: false,
    hasBegun: false,
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
      Object.assign(session, fresh(session.isUnnamed));
    },
    get hasForgotten() {
      return named.hasForgotten;
    },
  };
}

/** The traffic says that it speaks this revision; others may be spoken beside it. */
export function nameRevision(session: Session, judge: Judge): void {
  if (session.isNamed && session.candidates[0] === judge) return;
  const others = session.isNamed ? session.candidates : [];
  session.candidates = [judge, ...others.filter((other) => other !== judge)];
  session.isNamed = true;
}

/** The revision that is spoken, where there is no choice. */
export function soleJudge({ candidates }: Session): Judge | undefined {
  return candidates.length === 1 ? candidates[0] : undefined;
}

/**
 * Judges by the candidates: a message is valid when it is for one of them. Until a
 * revision is named, those that it does not fit are ruled out.
 */
export function weigh(
  session: Session,
  judging: (judge: Judge) => Problem | undefined,
): Verdict {
  const { candidates } = session;
  const first = candidates[0];
  if (first === undefined) throw new RangeError("There is no revision");
  const verdict = { judge: first, problem: judging(first) };
  if (candidates.length === 1) return verdict;
  if (session.isNamed && verdict.problem === undefined) return verdict;
  const verdicts = [
    verdict,
    ...candidates.slice(1).map((judge) => ({ judge, problem: judging(judge) })),
  ];
  const fitting = verdicts.filter(({ problem }) => problem === undefined);
  if (!session.isNamed && fitting.length > 0)
    session.candidates = fitting.map(({ judge }) => judge);
  return fitting[0] ?? likeliest(session, verdicts) ?? verdict;
}

/** Where no revision fits, who has named none speaks one that opens with a handshake. */
function likeliest(
  { isNamed }: Session,
  verdicts: readonly Verdict[],
): Verdict | undefined {
  if (isNamed) return undefined;
  return verdicts.find(({ judge }) => judge.lifecycle === "handshake");
}
