import type { Listing } from "../../contracts/snapshot/listed.ts";
import { ProtocolError, TimeoutError } from "../../runtime/protocol/errors.ts";
import type { JsonObject } from "../../runtime/protocol/message.ts";
import type { AnyClient } from "./connect/all.ts";
import { failureOf } from "./failure.ts";
import type { CallIo } from "./io.ts";
import { ListingError } from "./listing-error.ts";
import { createCatalog, type Catalog, type ListName } from "./plan/catalog.ts";
import { loginState, prepare } from "./prepare.ts";
import { createListener } from "./print/listener.ts";
import type { CallRequest } from "./request.ts";
import { talkTo } from "./talk.ts";

/** How much a server may list: the items of all lists, and their characters. */
const limits = { items: 50_000, characters: 2 ** 23 };

/** How long all lists may take together, in milliseconds. */
const longest = 5 * 60_000;

/**
 * All that a server lists, in whatever revision it speaks. Throws as `callServer` does, and a
 * ListingError for what goes wrong with the server.
 */
export async function listServer(
  request: CallRequest,
  io: CallIo,
): Promise<Listing> {
  const listener = createListener(request, io);
  const prepared = await prepare(request, io, listener);
  // A program may be downloaded first: what is listed must not depend on how long that takes.
  const patient = { probeMs: 30_000, ...request };
  // What a server lists may depend on what its client can do: that a person sits at the
  // terminal must make no difference.
  const place = { prepared, listener, io: { ...io, prompter: undefined } };
  const said = await talkTo(place, patient, (connected) =>
    listingOf(connected.client, connected.asker.signal, listener.warn),
  );
  if (said.kind === "said") return said.value;
  const { error, isInterrupted } = said;
  throw new ListingError(failureOf(error, isInterrupted, loginState(prepared)));
}

async function listingOf(
  client: AnyClient,
  signal: AbortSignal,
  warn: (text: string) => void,
): Promise<Listing> {
  const late = AbortSignal.timeout(longest);
  const catalog = createCatalog(
    client,
    { signal: AbortSignal.any([signal, late]) },
    limits,
  );
  try {
    const { serverInfo, protocolVersion = "" } = client;
    return {
      ...{ serverInfo, protocolVersion },
      tools: await catalog.list("tools"),
      prompts: await leniently(catalog, "prompts", warn),
      resources: await leniently(catalog, "resources", warn),
      resourceTemplates: await leniently(catalog, "resourceTemplates", warn),
    };
  } catch (error) {
    if (late.aborted && !signal.aborted)
      throw new TimeoutError(
        `the lists of the server do not end: ${longest / 60_000} minutes were not enough`,
      );
    throw error;
  }
}

/** Some servers declare what they have no list of: what they list otherwise is no worse. */
async function leniently(
  catalog: Catalog,
  name: ListName,
  warn: (text: string) => void,
): Promise<readonly JsonObject[]> {
  try {
    return await catalog.list(name);
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error;
    warn(`${name} are left out: ${error.message}`);
    return [];
  }
}
