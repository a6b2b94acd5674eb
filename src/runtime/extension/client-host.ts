import { answerAlone } from "../client/call/gather.ts";
import { requireResult } from "../client/call/require-result.ts";
import type { ClientHost } from "../client/extension.ts";
import type { Lender, Link } from "../client/link.ts";
import type { KnownTools } from "./known-tools.ts";

/** What extensions are lent of a client: of its link, whichever that is by then. */
export function clientHost(lender: Lender, listed: KnownTools): ClientHost {
  return {
    get table() {
      return lender.link?.lifecycle.table;
    },
    get serverCapabilities() {
      return lender.link?.lifecycle.agreed?.peer.capabilities;
    },
    get answered() {
      return [
        ...(lender.link?.lifecycle.outgoing().dialect.requests.keys() ?? []),
      ];
    },
    request: async (method, params, options) =>
      lender.request(method, params, options),
    notify: (method, params) => lender.notify(method, params),
    listen: (filter, options) => lender.listen(filter, options),
    answer: async (asked, signal) =>
      answerAlone(lender.link ?? (await lender.opened()), asked, signal),
    requireResult(method, result, params) {
      if (!lender.link) throw lender.reason;
      return requireResult(lender.link, method, result, params);
    },
    listedTool: (name) => listed.find(lender.link, name),
    onOver: watchOver(lender),
    onError: lender.onError,
  };
}

/** Watches each link once, however many want to hear of its end. */
function watchOver(lender: Lender): ClientHost["onOver"] {
  const hearers = new Set<() => void>();
  let watched: Link | undefined;
  const watch = (link: Link): void => {
    if (link === watched) return;
    watched = link;
    void link.connection.done.then(() => {
      for (const hear of hearers) hear();
      if (hearers.size > 0) watchNext();
    });
  };
  const watchNext = (): void => {
    if (lender.link) watch(lender.link);
    // Who waits for the next one hears why there is none.
    else lender.opened().then(watch, () => {});
  };
  return (hear) => {
    hearers.add(hear);
    watchNext();
    return () => hearers.delete(hear);
  };
}
