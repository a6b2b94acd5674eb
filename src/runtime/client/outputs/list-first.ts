import { now } from "../../protocol/timers/deadlines.ts";
import type { Call } from "../../peer/call.ts";
import { hasCapability } from "../../protocol/revision/capabilities.ts";
import { timeLimits } from "../../protocol/timers/time-limits.ts";
import { running } from "../../protocol/timers/limit.ts";
import { waitFor } from "../../protocol/timers/wait-for.ts";
import { toError, TransportError } from "../../protocol/errors.ts";
import type { Link } from "../link.ts";
import { PageMemory } from "../page-memory.ts";
import { toolPages } from "../tool-pages.ts";

/**
 * Makes a call ready to be sent where its result is to be checked: tools are
 * listed before one is called that was not, and its schema is compiled. Gives
 * nothing where there is nothing to wait for; otherwise it rejects when the call's
 * own time or signal ends it. A list that the server refuses is told, and the call
 * goes on without a check.
 */
export function listFirst(link: Link, call: Call): Promise<void> | undefined {
  const name = call.method === "tools/call" && call.params?.["name"];
  if (typeof name !== "string") return undefined;
  const { outputs, options } = link;
  const { peer } = call.exchange;
  const canList =
    peer.capabilities === undefined ||
    hasCapability(peer.capabilities, ["tools"]);
  if (!outputs.misses(name) || !canList) {
    outputs.prepare(name);
    return undefined;
  }
  const { signal } = call.options;
  const limits = timeLimits(call.options, options.limits);
  const { clock = running } = link.connection.transport;
  call.ends = now() - clock.lost + limits.totalTimeout;
  link.listing ??= listTools(link, call)
    .catch((error: unknown) => {
      if (!(error instanceof TransportError)) options.onError(toError(error));
    })
    .finally(() => (link.listing = undefined));
  const waiting = waitFor(
    link.listing,
    { ...limits, ...(signal && { signal }) },
    "no list of the tools",
    clock,
  );
  return waiting.then(() => {
    // Another revision may have been agreed on meanwhile.
    call.exchange = link.lifecycle.outgoing();
    outputs.prepare(name);
  });
}

/** Reads the whole list: whoever hears results learns the schemas. */
async function listTools(link: Link, { exchange }: Call): Promise<void> {
  const pages = new PageMemory();
  for await (const page of toolPages(link, { exchange }))
    if (pages.isCircle(page["tools"], page)) break;
  link.outputs.listed();
}
