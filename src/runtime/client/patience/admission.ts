import type { Report } from "../../protocol/timers/reports.ts";
import { TokenBucket } from "../../protocol/timers/token-bucket.ts";

/** What a server may send as fast as it likes, and a client has to look at. */
const floods = ["notifications/message", "notifications/progress"];

const perSecond = 200;
const burst = 1_000;

/**
 * Whether a notification goes to its handler: log messages and progress that come
 * too fast are passed over, which is told with their number.
 */
export function createAdmission(report: Report): (method: string) => boolean {
  const buckets = new Map(
    floods.map((method) => [method, new TokenBucket(perSecond, burst)]),
  );
  return (method) => {
    if (buckets.get(method)?.take() !== false) return true;
    const reason = `${method}: of more than ${perSecond} a second some are passed over`;
    report(new Error(reason), { kind: method, limit: 1 });
    return false;
  };
}
