import type { Ids } from "../peer/pending.ts";
import { now, type Clock, type Timed } from "../protocol/timers/deadlines.ts";
import type { Dialect } from "../peer/dialect.ts";
import { toError, TransportError } from "../protocol/errors.ts";
import { isStateless } from "../protocol/revision/protocol-table.ts";
import type { Link, LinkOptions } from "./link.ts";
import { openLink, startLink } from "./open-link.ts";
import { sleep } from "../protocol/timers/sleep.ts";
import type { Transport } from "../peer/transport.ts";

/** How a server that died is started again. */
export interface RestartOptions {
  /**
   * How often in a row it is tried. A server that has lived for a minute begins
   * a new row.
   *
   * @default 3
   */
  readonly attempts?: number;
  /**
   * The time before the first attempt, in milliseconds. Each further one waits
   * twice as long.
   *
   * @default 500
   */
  readonly delayMs?: number;
}

/** Opens a transport each time that one is needed, as for a server that is started again. */
export type OpenTransport = () => Transport | Promise<Transport>;

/** A server that a client wants to speak to, on one connection or several. */
export interface Target {
  readonly open: OpenTransport;
  /** Whether it can be opened more than once. */
  readonly repeatable: boolean;
  readonly restart: RestartOptions | undefined;
  readonly options: LinkOptions;
  readonly ids: Ids;
  /** Aborted when nobody wants it any more. */
  readonly closing: AbortSignal;
  /** What is spoken on. */
  timed: Timed;
  /** The revision that it spoke before. */
  known: Dialect | undefined;
  /** How often it was started again in a row. */
  restarts: number;
  /** Whether the connection ended before the server was known. */
  died: boolean;
  /** When the last connection was opened, on the clock of `now`. */
  opened: number;
  /** Takes up on a new connection what was going on. */
  resume(link: Link): Promise<void>;
}

const healthyAfter = 60_000;
const longestDelay = 60_000;

/**
 * Opens a connection. A server that the first question ends is an old one: it is
 * started again, and asked the old way. Rejects with one of the errors of
 * `errors.ts`; the transport is closed then.
 */
export async function establish(target: Target): Promise<Link> {
  const transport = await openTransport(target);
  target.died = false;
  try {
    return await converse(transport, target);
  } catch (error) {
    const legacy = fallback(target);
    const died = target.died && !target.closing.aborted;
    if (!died || !legacy) throw error;
    target.known = legacy;
    return converse(await openTransport(target), target);
  }
}

/** The clock of what is spoken on, whichever that is. */
export function clockOf(target: Target): Clock {
  return {
    get lost() {
      return target.timed.clock?.lost ?? 0;
    },
  };
}

/** What an old server is asked in, where it was not asked so before. */
function fallback({
  repeatable,
  known,
  options: { dialects },
}: Target): Dialect | undefined {
  return repeatable && known === undefined && dialects.some(isStateless)
    ? dialects.find((dialect) => !isStateless(dialect))
    : undefined;
}

/** Starts a server again that died; gives up after so many attempts in a row. */
export async function restart(
  target: Target,
  { attempts = 3, delayMs = 500 }: RestartOptions,
): Promise<Link> {
  if (now() - target.opened >= healthyAfter) target.restarts = 0;
  let failure: unknown = new TransportError("the server dies again and again");
  while (target.restarts < attempts) {
    const delay = delayMs * 2 ** target.restarts++;
    await sleep(Math.min(delay, longestDelay), target.closing);
    try {
      return await establish(target);
    } catch (error) {
      if (target.closing.aborted) throw error;
      failure = error;
      // It may be another server by now.
      target.known = undefined;
    }
  }
  throw failure;
}

async function converse(transport: Transport, target: Target): Promise<Link> {
  const { closing, options } = target;
  const link = await begin(transport, target);
  const { connection, lifecycle } = link;
  const stop = (): void => void close(connection.close(), options);
  closing.addEventListener("abort", stop, { once: true });
  if (closing.aborted) stop();
  try {
    await openLink(link, target.known);
    target.known = lifecycle.outgoing().dialect;
    await target.resume(link);
    target.opened = now();
    return link;
  } catch (error) {
    target.died = connection.outgoing.isOver;
    await close(connection.close(), options);
    throw error;
  } finally {
    closing.removeEventListener("abort", stop);
  }
}

async function begin(
  transport: Transport,
  { options, ids }: Target,
): Promise<Link> {
  try {
    return startLink(transport, options, ids);
  } catch (cause) {
    await close(transport.close(), options);
    throw noConnection(cause);
  }
}

/** What fails to open is a TransportError, and what opens too late is closed. */
async function openTransport(target: Target): Promise<Transport> {
  const { closing, options } = target;
  const opening = Promise.resolve().then(() => {
    if (closing.aborted) throw new Error("the client was closed");
    return target.open();
  });
  let stop = (): void => {};
  const stopped = new Promise<never>((_, reject) => {
    stop = () => reject(new Error("the client was closed"));
    closing.addEventListener("abort", stop, { once: true });
  });
  try {
    const transport = await Promise.race([opening, stopped]);
    target.timed = transport;
    return transport;
  } catch (cause) {
    opening.then(
      (transport) => close(transport.close(), options),
      () => {},
    );
    throw noConnection(cause);
  } finally {
    closing.removeEventListener("abort", stop);
  }
}

function noConnection(cause: unknown): TransportError {
  const { message } = toError(cause);
  return new TransportError(`no connection: ${message}`, { cause });
}

async function close(
  closed: Promise<void>,
  { onError }: LinkOptions,
): Promise<void> {
  try {
    await closed;
  } catch (error) {
    onError(toError(error));
  }
}
