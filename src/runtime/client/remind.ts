import { toError } from "../protocol/errors.ts";
import { setLevel } from "./negotiate.ts";
import type { Link } from "./link.ts";
import type { Watched } from "./subscriptions/listening.ts";
import { tellWatched } from "./subscriptions/watch.ts";

/**
 * Tells a server again what it was told in a session that it has lost: which log
 * messages are wanted, and which resources are watched. Never rejects.
 */
export async function remind(link: Link): Promise<void> {
  const { connection, lifecycle, options, watches } = link;
  const { agreed } = lifecycle;
  if (!agreed) return;
  const watch = ({ uri }: Watched): Promise<unknown> =>
    tellWatched({ connection, exchange: agreed }, "resources/subscribe", uri);
  const reminders = [
    setLevel(link, agreed),
    ...[...watches.values()].map(watch),
  ];
  for (const result of await Promise.allSettled(reminders))
    if (result.status === "rejected") options.onError(toError(result.reason));
}
