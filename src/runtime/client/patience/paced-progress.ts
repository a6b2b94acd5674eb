import { Allowance, type Rate } from "../../time/allowance.ts";
import type { Report } from "../../time/reports.ts";
import { toError } from "../../wire/errors.ts";
import type { Progress } from "../../wire/progress.ts";

const rate: Rate = { burst: 100, perSecond: 20 };

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
  const allowance = new Allowance(rate);
  let latest: Progress | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let passedOver = 0;
  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (!latest) return;
    const progress = latest;
    latest = undefined;
    allowance.take();
    try {
      tell(progress);
    } catch (error) {
      report(toError(error));
    }
  };
  const stop = (): void => {
    clearTimeout(timer);
    if (passedOver === 0) return;
    const reason = `${method}: of its progress ${passedOver} notifications were passed over, which came faster than ${rate.perSecond} a second`;
    report(new Error(reason), { kind: "progress passed over" });
  };
  return {
    hear(progress) {
      if (!latest && allowance.take()) return tell(progress);
      if (latest) passedOver++;
      latest = progress;
      timer ??= setTimeout(flush, 1_000 / rate.perSecond);
    },
    end() {
      flush();
      stop();
    },
    stop,
  };
}
