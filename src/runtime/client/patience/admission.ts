import { Allowance, type Rate } from "../../time/allowance.ts";
import type { Report } from "../../time/reports.ts";

/** What a server may send as fast as it likes, and a client has to look at. */
const floods = ["notifications/message", "notifications/progress"];

const rate: Rate = { burst: 1_000, perSecond: 200 };

/**
 * Whether a notification goes to its handler: log messages and progress that come
 * too fast are passed over, which is told with their number.
 */
export function createAdmission(report: Report): (method: string) => boolean {
  const allowances = new Map(
    floods.map((method) => [method, new Allowance(rate)]),
  );
  return (method) => {
    if (allowances.get(method)?.take() !== false) return true;
    const reason = `${method}: of more than ${rate.perSecond} a second some are passed over`;
    report(new Error(reason), { kind: method, limit: 1 });
    return false;
  };
}
