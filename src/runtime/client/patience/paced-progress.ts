import { Alarm } from "../../protocol/timers/alarm.ts";
import type { Report } from "../../protocol/timers/reports.ts";
import { TokenBucket } from "../../protocol/timers/token-bucket.ts";
import { toError } from "../../protocol/errors.ts";
import type { Progress } from "../../protocol/progress.ts";

const perSecond = 20;
const burst = 100;

/** Hears the progress of one call. */
export interface PacedProgress {
  readonly hear: (progress: Progress) => void;
  /** The call has its result: what came last is told before. */
  readonly end: () => void;
  /** Nobody waits for the call any more. */
  readonly stop: () => void;
}

/**
 * Tells the progress of a call no faster than somebody can look at it: of what
 * comes too fast the latest is told, and in the end how much was passed over.
 */
export function paceProgress(
  method: string,
  tell: (progress: Progress) => void,
  report: Report,
): PacedProgress {
  const bucket = new TokenBucket(perSecond, burst);
  let latest: Progress | undefined;
  let passedOver = 0;
  const flush = (): void => {
    turn.stop();
    if (!latest) return;
    const progress = latest;
    latest = undefined;
    bucket.take();
    try {
      tell(progress);
    } catch (error) {
      report(toError(error));
    }
  };
  const turn = new Alarm(flush);
  const stop = (): void => {
    turn.stop();
    if (passedOver === 0) return;
    const reason = `${method}: of its progress ${passedOver} notifications were passed over, which came faster than ${perSecond} a second`;
    report(new Error(reason), { kind: "progress passed over" });
  };
  return {
    hear(progress) {
      if (!latest && bucket.take()) return tell(progress);
      if (latest) passedOver++;
      latest = progress;
      turn.set(1_000 / perSecond);
    },
    end() {
      flush();
      stop();
    },
    stop,
  };
}
